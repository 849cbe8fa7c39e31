"""Sessions join the graph of a project and leave the rest of it as it is."""

import json
import shutil

from builders import a_compile, a_project, artifacts

from tesserae.extract.session import SessionExtraction, extract_session, turn_lines
from tesserae.model.ontology import SESSION_TYPES, EdgeType, NodeType
from tesserae.model.session import Host, Role, Session, ToolCall, Turn
from tesserae.sessions.records import SessionRecord, render_record
from tesserae.sessions.times import parse_instant

AT = parse_instant("2026-03-02T10:00:00.000Z")


def a_record(session_id="s1", text="We decided to read `docs/spring.md` first.", **more):
    turns = (
        Turn(0, Role.CHAT, "Why does the spring tide come late?", AT, is_human=True),
        Turn(
            3,
            Role.TOOLING,
            "",
            AT,
            tool=ToolCall("Edit", has_result=True, writes=("src/harmonic.py", "/etc/hosts")),
        ),
        Turn(4, Role.RESPONSE, text, AT),
        Turn(5, Role.RESPONSE, "We decided to drop `docs/neap.md`.", AT, is_undone=True),
    )
    session = Session(Host.CLAUDE_CODE, session_id, title="Late tides", turns=turns, **more)
    return SessionRecord("Tides", session)


def store(root, *records):
    folder = root / ".tesserae/harness_sessions"
    folder.mkdir(parents=True, exist_ok=True)
    for record in records:
        (folder / record.name).write_text(render_record(record), encoding="utf-8")


def session_part(graph):
    nodes = [node for node in graph.nodes.values() if node.type in SESSION_TYPES]
    edges = [edge for edge in graph.edges if edge.type is EdgeType.DISCUSSED_IN]
    return nodes, {graph.nodes[edge.source].metadata["path"]: edge for edge in edges}


def test_a_session_its_findings_and_what_it_was_about_are_in_the_graph(tmp_path):
    root = a_project(tmp_path)
    store(root, a_record())
    nodes, about = session_part(a_compile(root).graph())
    assert sorted(node.type for node in nodes) == [
        NodeType.SESSION,
        NodeType.SESSION_DECISION,
        NodeType.SESSION_QUESTION,
    ]
    assert set(about) == {"docs/spring.md", "src/harmonic.py"}
    decision = next(node for node in nodes if node.type is NodeType.SESSION_DECISION)
    assert decision.metadata["turn_ids"] == [4]
    assert decision.metadata["at"] == "2026-03-02T10:00:00.000Z"


def test_evidence_names_the_line_of_the_turn_in_the_record(tmp_path):
    root = a_project(tmp_path)
    store(root, a_record())
    nodes, _ = session_part(a_compile(root).graph())
    (place,) = next(n for n in nodes if n.type is NodeType.SESSION_DECISION).evidence
    line = (root / place.path).read_text(encoding="utf-8").splitlines()[place.start_line - 1]
    assert json.loads(line.rstrip(","))["index"] == 4


def test_the_wiki_is_the_same_with_and_without_logs(tmp_path):
    bare, logged = a_project(tmp_path / "bare"), a_project(tmp_path / "logged")
    store(logged, a_record())
    a_compile(bare)
    a_compile(logged)
    ours = {"graph.json", "manifest.json"}
    differing = {
        path
        for path, data in artifacts(bare).items()
        if artifacts(logged).get(path) != data and path not in ours
    }
    assert differing == set()


def test_a_compile_after_an_import_is_that_from_scratch(tmp_path):
    root = a_project(tmp_path / "here")
    store(root, a_record("s1"))
    a_compile(root)
    store(root, a_record("s1", "Decision: heights are in metres."), a_record("s2"))
    (root / "docs/neap.md").write_text("# Neap tide\n", encoding="utf-8")
    a_compile(root)
    scratch = tmp_path / "scratch"
    shutil.copytree(root, scratch, ignore=shutil.ignore_patterns(".tesserae"))
    shutil.copytree(root / ".tesserae/harness_sessions", scratch / ".tesserae/harness_sessions")
    shutil.copytree(root / ".tesserae/wiki", scratch / ".tesserae/wiki")
    a_compile(scratch)
    assert artifacts(root)["graph.json"] == artifacts(scratch)["graph.json"]


def test_an_unchanged_compile_writes_nothing_and_a_removed_record_takes_its_part_along(tmp_path):
    root = a_project(tmp_path)
    a_compile(root)
    before = artifacts(root)["graph.json"]
    store(root, a_record())
    a_compile(root)
    assert not a_compile(root).changed
    (root / ".tesserae/harness_sessions" / a_record().name).unlink()
    a_compile(root)
    assert artifacts(root)["graph.json"] == before
    assert not (root / ".tesserae/cache/sessions.tsv").exists()


def test_a_damaged_record_or_cache_costs_itself_only(tmp_path):
    root = a_project(tmp_path)
    store(root, a_record())
    (root / ".tesserae/harness_sessions/codex-broken-00000000.json").write_text("{", "utf-8")
    compiled = a_compile(root)
    assert [fault.path.rsplit("/", 1)[1] for fault in compiled.faults] == [
        "codex-broken-00000000.json"
    ]
    good = artifacts(root)["graph.json"]
    cache = root / ".tesserae/cache/sessions.tsv"
    cache.write_text(cache.read_text("utf-8").replace("heights", "depths"), "utf-8")
    (root / ".tesserae/manifest.json").unlink()
    a_compile(root)
    assert artifacts(root)["graph.json"] == good


def test_an_extraction_survives_its_cached_form():
    record = a_record()
    text = render_record(record)
    extraction = extract_session(record, text, ".tesserae/harness_sessions/x.json")
    assert SessionExtraction.from_json(extraction.to_json()) == extraction
    assert set(turn_lines(text)) == {0, 3, 4, 5}
    assert {mention.name for mention in extraction.mentions} == {
        "src/harmonic.py",
        "docs/spring.md",
    }
