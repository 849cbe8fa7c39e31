"""Options by name and type, out of what YAML holds; a wrong value names its option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesserae.config.settings import PLUGIN_NAME
from tesserae.errors import ConfigError


class Options:
    """Reads options by name and type, and remembers which names were asked for."""

    def __init__(self, block: Mapping[str, Any], *, where: str, prefix: str = "") -> None:
        self._block = block
        self.where = where
        self._prefix = prefix
        self._asked: set[str] = set()

    def text(self, name: str, default: str) -> str:
        """Return a text; numbers count as text, an empty value as absent."""
        value = self._get(name)
        if value is None or value == "":
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.error(name, f"{value!r} is not a text")
        return str(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a boolean."""
        value = self._get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(name, f"{value!r} is neither true nor false")
        return value

    def toggle(self, name: str, default: str) -> str:
        """Return a text that may be `on` or `off`, which YAML reads as truth values."""
        value = self._get(name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return self.text(name, default)

    def count(self, name: str, default: int) -> int:
        """Return a whole number that is at least 1."""
        value = self._get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.error(name, f"{value!r} is not a whole number above 0")
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of the choices, the first where none is given."""
        value = self._get(name)
        if isinstance(value, bool):
            # YAML reads a bare `on` and `off` as truth values.
            value = "on" if value else "off"
        if value is None:
            return choices[0]
        if value not in choices:
            raise self.error(name, f"{value!r} is not one of {', '.join(choices)}")
        return str(value)

    def texts(
        self, name: str, default: tuple[str, ...], *, choices: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """Return a list of texts; one text alone counts as a list."""
        value = self._get(name)
        if value is None:
            return default
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise self.error(name, f"{value!r} is not a list")
        for item in items:
            if not isinstance(item, str) or not item:
                raise self.error(name, f"{item!r} is not a text")
            if choices and item not in choices:
                raise self.error(name, f"{item!r} is not one of {', '.join(choices)}")
        return tuple(dict.fromkeys(items))

    def is_set_of_options(self, name: str) -> bool:
        """Say whether options stand below a name."""
        return isinstance(self._get(name), Mapping)

    def items(self, name: str) -> list[Any]:
        """Return a list of anything."""
        value = self._get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(name, f"{value!r} is not a list")
        return value

    def part(self, name: str) -> Options:
        """Return the options below a name."""
        value = self._get(name)
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            raise self.error(name, f"{value!r} is not a set of options")
        return Options(value, where=self.where, prefix=f"{self._prefix}{name}.")

    def unknown(self, known: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Say of each option that nobody asked for that it has no effect."""
        names = sorted({str(name) for name in self._block} - self._asked - set(known))
        if not names:
            return ()
        import difflib  # noqa: PLC0415 - for a mistake only, and every command loads this module

        notes = []
        for name in names:
            near = difflib.get_close_matches(name, sorted(self._asked), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            notes.append(f"{self.where}: the option {self._prefix}{name} is not known{hint}")
        return tuple(notes)

    def error(self, name: str, message: str) -> ConfigError:
        """Build the error for an option's value."""
        return ConfigError(
            f"the option {self._prefix}{name} of the plugin {PLUGIN_NAME}: {message}",
            path=self.where,
        )

    def _get(self, name: str) -> Any:  # noqa: ANN401 - what YAML holds is checked by each caller
        self._asked.add(name)
        return self._block.get(name)
