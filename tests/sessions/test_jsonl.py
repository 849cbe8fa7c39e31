import json

import pytest
from session_logs import as_line

from tesserae.sessions.jsonl import (
    MAX_LINE_BYTES,
    MAX_STRING_BYTES,
    SHRINK_BYTES,
    Fault,
    Oversize,
    Record,
    parse_line,
    read_records,
)

RECORD = {"type": "user", "uuid": "u1", "text": "kept"}


def is_record(fields):
    return "uuid" in fields


def parse(line):
    return list(parse_line(line, number=7, is_record=is_record))


def read(tmp_path, data):
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    return list(read_records(path, is_record=is_record))


def records(found):
    return [item.fields for item in found if isinstance(item, Record)]


def faults(found):
    return [(item.line, item.reason) for item in found if isinstance(item, Fault)]


def test_lines_end_at_line_feeds_only(tmp_path):
    text = "one\u2028two\u0085three"
    assert records(read(tmp_path, as_line({"uuid": "u", "text": text}))) == [
        {"uuid": "u", "text": text}
    ]


def test_a_byte_order_mark_and_carriage_returns_are_no_damage(tmp_path):
    data = b"\xef\xbb\xbf" + as_line(RECORD).replace(b"\n", b"\r\n") * 2
    assert read(tmp_path, data)
    assert faults(read(tmp_path, data)) == []


def test_a_truncated_line_names_its_number(tmp_path):
    found = read(tmp_path, as_line(RECORD) + b'{"uuid": "u2", "te\n' + as_line(RECORD))
    assert faults(found) == [(2, "not valid JSON")]
    assert len(records(found)) == 2


def test_a_last_line_without_a_line_feed_is_read(tmp_path):
    assert records(read(tmp_path, as_line(RECORD).rstrip())) == [RECORD]


def test_blank_lines_hold_nothing(tmp_path):
    assert read(tmp_path, b"\n  \n\r\n") == []


def test_nul_bytes_are_stripped_and_a_run_of_them_is_a_lost_record():
    assert records(parse(b"\0" * 300 + as_line(RECORD))) == [RECORD]
    assert faults(parse(b"\0" * 300)) == [(7, "a run of NUL bytes")]


def test_a_record_glued_to_a_stub_is_kept_and_the_stub_is_counted():
    found = parse(b'{"uuid": "u0", "message": {"role": "us' + as_line(RECORD))
    assert records(found) == [RECORD]
    assert faults(found) == [(7, "a record was cut off")]


def test_records_on_one_line_are_all_kept():
    found = parse(as_line(RECORD).strip() * 3)
    assert records(found) == [RECORD] * 3
    assert faults(found) == []


def test_an_object_inside_a_cut_record_is_no_record():
    found = parse(b'{"uuid": "u0", "inner": {"uuid": "u9"}, "rest": "of th')
    assert records(found) == []
    assert faults(found) == [(7, "not valid JSON")]


def test_dirt_behind_a_whole_record_costs_nothing_but_itself():
    found = parse(as_line(RECORD).strip() + b" \x01\x02")
    assert records(found) == [RECORD]
    assert faults(found) == [(7, "a record was cut off")]


@pytest.mark.parametrize("line", [b"[]", b"null", b"42", b'"text"', b"[" * 5000 + b"]" * 5000])
def test_what_is_no_object_is_no_record(line):
    assert faults(parse(line)) == [(7, "not a JSON object")]


def test_bytes_that_are_not_utf_8_are_read_as_far_as_they_go():
    line = b'{"uuid": "u1", "text": "caf\xe9"}'
    assert records(parse(line)) == [{"uuid": "u1", "text": "caf\ufffd"}]


def test_deep_nesting_costs_what_is_nested_and_not_the_record():
    line = b'{"uuid": "u1", "deep": ' + b"[" * 4000 + b"]" * 4000 + b', "text": "kept"}'
    (record,) = records(parse(line))
    assert (record["uuid"], record["text"]) == ("u1", "kept")


def test_a_number_that_python_refuses_does_not_cost_the_record():
    (record,) = records(parse(b'{"uuid": "u1", "n": ' + b"9" * 6000 + b"}"))
    assert record["uuid"] == "u1"


def test_a_line_over_the_limit_is_measured_and_previewed(tmp_path):
    long_line = b'{"uuid": "u2", "text": "' + b"x" * MAX_LINE_BYTES + b'"}\n'
    first, long, last = read(tmp_path, as_line(RECORD) + long_line + as_line(RECORD))
    assert isinstance(long, Oversize)
    assert (long.line, long.size) == (2, len(long_line) - 1)
    assert long.head.startswith(b'{"uuid": "u2"')
    assert long.tail.endswith(b'x"}')
    assert first.fields == last.fields == RECORD


@pytest.mark.parametrize("shift", range(9))
def test_long_strings_are_cut_between_characters_and_escapes(shift):
    text = "z" * shift + 'é\u12ab\\" 🌊' * SHRINK_BYTES
    (record,) = records(parse(json.dumps({"uuid": "u", "text": text}).encode()))
    assert len(record["text"]) < MAX_STRING_BYTES + 100
    assert text.startswith(record["text"][:5000])


def test_a_long_line_of_countless_parts_is_not_parsed():
    line = b'{"uuid": "u", "n": [' + b"1," * (5 << 20) + b"1]}"
    ((_, reason),) = faults(parse(line))
    assert "too many parts" in reason


def test_a_search_for_records_in_a_damaged_line_ends():
    assert records(parse(b'{"a":' * 20000)) == []
