"""The folders in which the agents keep their logs on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tesserae.model.session import Host, Root

_NAMES = {
    Host.CLAUDE_CODE: (".claude", "claude", ".config/claude"),
    Host.CODEX: (".codex", "codex"),
    Host.DSH: (".dsh", "dsh"),
}
_MARKERS = {
    Host.CLAUDE_CODE: ("projects",),
    Host.CODEX: ("sessions", "archived_sessions"),
    Host.DSH: ("sessions",),
}


@dataclass(frozen=True, slots=True)
class SessionRoots:
    """Each agent's own folders, in the order in which they are searched."""

    claude_code: tuple[Path, ...] = ()
    codex: tuple[Path, ...] = ()
    dsh: tuple[Path, ...] = ()

    @classmethod
    def from_env(
        cls, env: Mapping[str, str], home: Path, *, extra: Iterable[Path] = ()
    ) -> SessionRoots:
        """Return the folders that the agents themselves would use, and further ones.

        Args:
            env: The environment; a blank variable counts as unset. `CLAUDE_CONFIG_DIR` may be a
                list with commas.
            home: The user's home folder.
            extra: The setting `sessions.roots`: folders of an agent, or homes that hold some.
        """
        claude = _listed(env.get("CLAUDE_CONFIG_DIR", ""), home)
        codex = _listed(env.get("CODEX_HOME", ""), home, separator="")
        dsh = _listed(env.get("DSH_HOME", ""), home, separator="")
        further = list(extra)
        return cls(
            claude_code=(
                *(claude or (home / ".claude", home / ".config" / "claude")),
                *_within(further, Host.CLAUDE_CODE),
            ),
            codex=(*(codex or (home / ".codex",)), *_within(further, Host.CODEX)),
            dsh=(*(dsh or (home / ".dsh",)), *_within(further, Host.DSH)),
        )

    def of(self, host: Host) -> tuple[Path, ...]:
        """Return the folders of one agent, each once however it is spelled."""
        folders = {
            Host.CLAUDE_CODE: self.claude_code,
            Host.CODEX: self.codex,
            Host.DSH: self.dsh,
        }[host]
        return tuple({folder.resolve(): folder for folder in reversed(folders)}.values())[::-1]

    def coverage(self) -> tuple[Root, ...]:
        """Say which of the folders exist."""
        return tuple(
            Root(host, folder.as_posix(), found=_holds_logs(folder, host))
            for host in Host
            for folder in self.of(host)
        )


def _listed(value: str, home: Path, *, separator: str = ",") -> tuple[Path, ...]:
    parts = value.split(separator) if separator else [value]
    return tuple(_expand(part.strip(), home) for part in parts if part.strip())


def _expand(text: str, home: Path) -> Path:
    if text == "~" or text.startswith(("~/", "~\\")):
        return home / text[2:]
    return Path(text)


def _within(folders: Iterable[Path], host: Host) -> list[Path]:
    """Return the folders that hold logs of this agent, or that hold a folder of it."""
    return [
        candidate
        for folder in folders
        for candidate in (folder, *(folder / name for name in _NAMES[host]))
        if _holds_logs(candidate, host)
    ]


def _holds_logs(folder: Path, host: Host) -> bool:
    return any((folder / marker).is_dir() for marker in _MARKERS[host])
