"""The files of a published site, read from a folder or over HTTP, each as its manifest lists it.

A site is published by somebody else: nothing is read outside of it, no file may be larger than a
site's files are, and each must have the hash that the manifest gives.
"""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from tesserae.errors import BackendError, ConfigError
from tesserae.model.ids import short_hash
from tesserae.projects import write_private

MANIFEST = "manifest.json"
SITES_FOLDER = "sites"
MAX_BYTES = 256 * 1024 * 1024
TIMEOUT_S = 30.0
_ON_THE_WEB = ("http://", "https://")


class Place(Protocol):
    """Where a site lies."""

    @property
    def address(self) -> str:
        """How a person names it."""

    def read(self, path: str) -> bytes:
        """Return a file by its path below the site's root.

        Raises:
            BackendError: There is none that can be read.
        """


@dataclass(frozen=True, slots=True)
class PublishedSite:
    """A site and the folder that remembers what was read of it."""

    place: Place
    cache_dir: Path

    def manifest(self) -> tuple[str, Mapping[str, str]]:
        """Return a name for the state of the site, and the sha256 of each of its files.

        Raises:
            BackendError: There is no manifest.
        """
        data = self.place.read(MANIFEST)
        try:
            files = {
                path: str(entry["sha256"]) for path, entry in json.loads(data)["files"].items()
            }
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise BackendError(
                "its manifest.json is not one of Tesserae's; give the address of a site that was "
                "built with the plugin",
                path=self.place.address,
            ) from error
        return hashlib.sha256(data).hexdigest(), {p: s for p, s in files.items() if _is_inside(p)}

    def read(self, path: str, sha256: str) -> str:
        """Return a file as the manifest lists it.

        Raises:
            BackendError: It cannot be read, or is another one by now.
        """
        kept = self.cache_dir / "files" / sha256 if _is_hash(sha256) else None
        data = _read_kept(kept, sha256)
        if data is None:
            data = self.place.read(path)
            if hashlib.sha256(data).hexdigest() != sha256:
                raise BackendError(
                    f"{path} is not as manifest.json lists it; the site is being published, ask "
                    "again in a minute",
                    path=self.place.address,
                )
            if kept is not None and isinstance(self.place, WebPlace):
                _keep(kept, data)
        return data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """A site in a folder."""

    root: Path

    @property
    def address(self) -> str:
        """The folder."""
        return str(self.root)

    def read(self, path: str) -> bytes:
        """Return a file; a link that leaves the folder leads nowhere."""
        file = (self.root / path).resolve()
        if not file.is_relative_to(self.root.resolve()):
            raise BackendError(f"{path} leads out of the site", path=self.address)
        try:
            return file.read_bytes()
        except OSError as error:
            raise BackendError(
                f"{path} cannot be read: {error.strerror}", path=self.address
            ) from error


@dataclass(frozen=True, slots=True)
class WebPlace:
    """A site on the web."""

    base: str
    """Its address, ending in a slash."""

    @property
    def address(self) -> str:
        """The address."""
        return self.base

    def read(self, path: str) -> bytes:
        """Return a file; a redirect to another host is not followed."""
        url = self.base + urllib.parse.quote(path)
        opener = urllib.request.build_opener(_SameHost)
        try:
            with opener.open(url, timeout=TIMEOUT_S) as answer:
                data: bytes = answer.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise BackendError(f"{path} cannot be fetched: {reason}", path=self.base) from error
        if len(data) > MAX_BYTES:
            raise BackendError(f"{path} is over {MAX_BYTES:,} bytes", path=self.base)
        return data


class _SameHost(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: object,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Follow a redirect on the same host."""
        if urllib.parse.urlsplit(newurl).hostname != urllib.parse.urlsplit(req.full_url).hostname:
            raise urllib.error.URLError(f"it leads to another host, {newurl[:200]}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]  # headers: the stub names a private class


def site_address(text: str) -> str:
    """Return the address of a site: one on the web as it is, a folder as an absolute path.

    Raises:
        ConfigError: It is neither.
    """
    if text.startswith(_ON_THE_WEB):
        return text
    if not (Path(text) / MANIFEST).is_file():
        raise ConfigError(
            f"no built site, which has a {MANIFEST}; give the folder of one, or an address that "
            "begins with https://",
            path=text,
        )
    return str(Path(text).resolve())


def open_site(address: str, *, cache_dir: Path) -> PublishedSite:
    """Return a site by its address; nothing is read yet.

    Args:
        address: An http(s) address, or a folder.
        cache_dir: Holds what was read of sites; safe to delete.

    Raises:
        ConfigError: It is neither.
    """
    address = site_address(address)
    folder = cache_dir / short_hash(address)
    if address.startswith(_ON_THE_WEB):
        base = address.removesuffix("index.html")
        return PublishedSite(WebPlace(base if base.endswith("/") else f"{base}/"), folder)
    return PublishedSite(FolderPlace(Path(address)), folder)


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\0" not in path


def _is_hash(text: str) -> bool:
    return len(text) == 64 and all(char in "0123456789abcdef" for char in text)


def _read_kept(path: Path | None, sha256: str) -> bytes | None:
    try:
        data = path.read_bytes() if path is not None else None
    except OSError:
        return None
    return data if data is not None and hashlib.sha256(data).hexdigest() == sha256 else None


def _keep(path: Path, data: bytes) -> None:
    try:
        write_private(path, data)
    except OSError:
        # What cannot be kept is fetched again.
        return
