import json

import pytest

from tesserae.errors import ConfigError
from tesserae.projects import activate, load_registry, register, remove, tesserae_home


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def a_folder(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir(parents=True)
    return folder


def names(home):
    return [project.name for project in load_registry(home).projects]


def test_the_home_is_named_by_the_environment_or_by_the_platform(tmp_path):
    assert tesserae_home({"TESSERAE_HOME": str(tmp_path)}) == tmp_path
    assert tesserae_home({"TESSERAE_HOME": "  "}) == tesserae_home({})
    assert tesserae_home({}).name == "tesserae"


def test_without_a_registry_there_are_no_projects(home):
    assert load_registry(home).projects == ()


def test_a_project_is_called_after_its_folder_and_the_first_one_is_active(home, tmp_path):
    project = register(home, a_folder(tmp_path, "tides"))
    assert (project.name, project.root) == ("tides", tmp_path / "tides")
    assert load_registry(home).active == "tides"


def test_folders_of_one_name_get_numbers(home, tmp_path):
    for parent in ("a", "b", "c"):
        register(home, a_folder(tmp_path, f"{parent}/tides"))
    assert names(home) == ["tides", "tides-2", "tides-3"]


def test_registering_again_changes_nothing_but_a_given_name(home, tmp_path):
    folder = a_folder(tmp_path, "tides")
    register(home, folder)
    assert register(home, folder).name == "tides"
    register(home, folder, name="Severn")
    assert (names(home), load_registry(home).active) == (["Severn"], "Severn")


def test_a_link_to_a_project_is_that_project(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    (tmp_path / "alias").symlink_to(tmp_path / "tides")
    register(home, tmp_path / "alias")
    assert names(home) == ["tides"]


def test_a_name_that_is_taken_is_refused(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    with pytest.raises(ConfigError, match="another project is called 'tides'"):
        register(home, a_folder(tmp_path, "gauges"), name="tides")


def test_what_is_no_folder_is_refused(home, tmp_path):
    with pytest.raises(ConfigError, match="no such folder"):
        register(home, tmp_path / "missing")


def test_another_project_can_be_activated(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    register(home, a_folder(tmp_path, "gauges"))
    assert activate(home, "gauges").name == load_registry(home).active == "gauges"


def test_removing_a_project_touches_no_file_of_it(home, tmp_path):
    folder = a_folder(tmp_path, "tides")
    register(home, folder)
    remove(home, "tides")
    assert (names(home), load_registry(home).active, folder.is_dir()) == ([], "", True)


def test_a_project_is_found_by_its_folder_too(home, tmp_path):
    folder = a_folder(tmp_path, "tides")
    register(home, folder, name="Severn")
    assert load_registry(home).find(str(folder)).name == "Severn"


def test_an_unknown_name_is_answered_with_the_known_ones(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    with pytest.raises(ConfigError, match="registered are: tides"):
        activate(home, "gauges")


def test_a_folder_that_is_away_stays_registered(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    (tmp_path / "tides").rmdir()
    assert names(home) == ["tides"]


@pytest.mark.parametrize("text", ["{", "[]", '{"projects": [1]}', '{"projects": [{"name": "x"}]}'])
def test_a_damaged_registry_is_named_and_left_alone(home, tmp_path, text):
    home.mkdir()
    path = home / "projects.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="damaged"):
        register(home, a_folder(tmp_path, "tides"))
    assert path.read_text(encoding="utf-8") == text


def test_the_registry_is_sorted_json_that_only_its_user_reads(home, tmp_path):
    register(home, a_folder(tmp_path, "tides"))
    register(home, a_folder(tmp_path, "gauges"))
    path = home / "projects.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [entry["name"] for entry in data["projects"]] == ["gauges", "tides"]
    assert path.stat().st_mode & 0o077 == 0
