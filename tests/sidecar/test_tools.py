import json

import pytest
from sidecar_samples import MODES, a_server, call, text_of, with_client

from tesserae.sidecar.server import TOOL_NAMES

CALLS = {
    "compile_context": {"query": "spring tide"},
    "search": {"query": "spring tide"},
    "read": {"id": "docs/spring.md"},
    "ask": {"question": "What is a spring tide?"},
    "facts": {"query": "spring tide"},
    "timeline": {"day": "2026-03-01"},
    "activity_summary": {"day": "2026-03-01"},
    "findings": {},
    "projects": {},
    "status": {},
}


@pytest.fixture(autouse=True)
def nobodys_home(tmp_path, monkeypatch):
    for name in ("HOME", "TESSERAE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    return a_server(tmp_path_factory.mktemp("tides"))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", TOOL_NAMES)
def test_a_client_of_either_generation_calls_every_tool(server, name, mode):
    result = call(server, name, mode=mode, **CALLS[name])
    assert not result.is_error
    assert text_of(result).strip()


def _shown_as_text(result):
    return "".join(block.text for block in result.content)


def _shown_as_structure(result):
    structure = result.structured_content
    return json.dumps(structure) if structure is not None else _shown_as_text(result)


def _shown_as_both(result):
    structure = result.structured_content
    return _shown_as_text(result) + (json.dumps(structure) if structure is not None else "")


@pytest.mark.parametrize("shown", [_shown_as_text, _shown_as_structure, _shown_as_both])
@pytest.mark.parametrize("name", TOOL_NAMES)
def test_every_kind_of_client_sees_the_answer_whole_and_once(server, name, shown):
    result = call(server, name, **CALLS[name])
    assert shown(result).count(text_of(result)) == 1


@pytest.mark.parametrize("shown", [_shown_as_text, _shown_as_structure, _shown_as_both])
def test_every_kind_of_client_sees_what_an_error_advises(server, shown):
    assert "the query is empty" in shown(call(server, "search", query=""))


def test_the_list_of_tools_is_short_and_closed(server):
    listed = with_client(server, lambda client: client.list_tools()).tools
    data = [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed]
    assert [tool.name for tool in listed] == list(TOOL_NAMES)
    assert len(json.dumps(data)) <= 16_384
    assert all(tool["inputSchema"]["additionalProperties"] is False for tool in data)
    assert all("outputSchema" not in tool for tool in data)
    assert all("project" in tool["inputSchema"]["properties"] for tool in data)


@pytest.mark.parametrize(
    ("name", "arguments", "advice"),
    [
        ("search", {"query": "tide", "limti": 3}, "its arguments are query, kind, limit"),
        ("search", {}, "query: Field required"),
        ("search", {"query": "  "}, "the query is empty"),
        ("search", {"query": "tide", "kind": "bogus"}, "use one of passages"),
        ("search", {"query": "tide", "limit": 0}, "limit"),
        ("search", {"query": "tide", "cursor": "nonsense"}, "call again without cursor"),
        ("compile_context", {}, "the query is empty"),
        ("compile_context", {"seeds": ["Concept:gone:000000000000"]}, "take an id from a search"),
        ("read", {"id": "../../etc/passwd"}, "take an id or a path from a search"),
        ("read", {"id": "/etc/passwd"}, "take an id or a path from a search"),
        ("facts", {"as_of": "yesterday"}, "write it as 2026-03-01"),
        ("timeline", {"day": "1999-01-01"}, "the nearest days are"),
        ("timeline", {"day": "2026-03-01", "since": "2026-03-01"}, "either day"),
        ("timeline", {"since": "2026-03-02", "until": "2026-03-01"}, "earlier day first"),
        ("findings", {"kinds": ["bogus"]}, "use insight, decision"),
        ("findings", {"node_id": "a", "query": "b"}, "either node_id or query"),
        ("findings", {"node_id": "a"}, "take an id from a search"),
        ("ask", {"question": "tide", "project": "nowhere"}, "there are: "),
        ("ask", {"question": "zzzz qqqq"}, "use other words"),
    ],
)
def test_an_error_tells_the_model_what_to_do(server, name, arguments, advice):
    result = call(server, name, **arguments)
    assert result.is_error
    assert advice in text_of(result)
    assert "Traceback" not in text_of(result)


@pytest.mark.parametrize(
    "query", ["tide\0", "a" * 1_000_000, "\u6f6e\u6c50", "--", "'", 'a::b "c" (', "*"]
)
def test_a_strange_query_is_answered(server, query):
    assert text_of(call(server, "search", query=query))


def test_a_client_that_sends_a_list_as_text_is_understood(server):
    hit = text_of(call(server, "search", query="spring tide")).split("id: ")[1].split("\n")[0]
    result = call(server, "compile_context", seeds=json.dumps([hit]))
    assert text_of(result).startswith("# Context")


def test_search_is_narrowed_to_a_kind(server):
    text = text_of(call(server, "search", query="tide", kind="passages"))
    assert "(Fragment, " in text
    assert "(Concept, " not in text


def test_a_page_of_hits_leads_to_the_next(server):
    whole = text_of(call(server, "search", query="tide", limit=4))
    first = call(server, "search", query="tide", limit=2)
    cursor = first.content[1].text.split('"')[1]
    second = call(server, "search", query="tide", limit=2, cursor=cursor)
    assert text_of(first) + text_of(second) == whole


def test_a_source_is_read_by_its_path_and_a_thing_by_its_title(server):
    assert "tidal range" in text_of(call(server, "read", id="./docs/spring.md"))
    assert text_of(call(server, "read", id="neap tide")).startswith("# ")
    assert "def height" in text_of(call(server, "read", id="src/harmonic.py"))


def test_facts_of_a_day_leave_out_what_was_written_later(server):
    text = text_of(call(server, "facts", as_of="2026-03-01"))
    assert "docs/spring.md" in text
    assert "docs/neap.md" not in text


def test_resources_and_prompts_are_offered(server):
    async def use(client):
        index = await client.read_resource("tesserae://llms.txt")
        path = index.contents[0].text.split("](tesserae://wiki/")[1].split(")")[0]
        page = await client.read_resource(f"tesserae://wiki/{path}")
        prompt = await client.get_prompt("explain", {"topic": "the $spring tide"})
        return page.contents[0].text, prompt.messages[0].content.text

    page, prompt = with_client(server, use)
    assert page.strip()
    assert "the $spring tide" in prompt


@pytest.mark.parametrize("path", ["../../mkdocs.yml", "a/../../b", "%2e%2e/graph.json", "gone.md"])
def test_no_resource_leads_out_of_the_wiki(server, path):
    async def use(client):
        with pytest.raises(Exception, match=r"Unknown resource|no such page"):
            await client.read_resource(f"tesserae://wiki/{path}")

    with_client(server, use)
