"""Which kind of build it is: one that renders, or one that repeats what the last one printed."""

from __future__ import annotations

from collections.abc import Collection

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from tesserae.engine.pipeline import Compiled
from tesserae.plugin.build import Build, SiteBuild
from tesserae.plugin.content_cache import ContentCache
from tesserae.plugin.mounting import MountedSite, mount_project
from tesserae.plugin.page_cache import PageCache, RecordedBuild, RepeatedBuild, Warnings


def open_build(
    compiled: Compiled, files: Files, config: MkDocsConfig, *, names: Collection[str] | None
) -> Build:
    """Add our files to those of the site and return the build that the hooks go on with.

    Args:
        compiled: What the pipeline made.
        files: The site's files.
        config: MkDocs' configuration.
        names: What may be shown; None shows everything.

    Raises:
        ConfigError: The user chose a mount whose routes are taken.
    """
    settings = compiled.settings
    # What a code host answers may differ from build to build.
    is_repeatable = settings.page_cache and not settings.activity.pull_requests
    cache = PageCache.open(compiled, files, config, names=names) if is_repeatable else None
    if cache is None:
        mounted = mount_project(compiled, files, config, settings, names=names)
        return SiteBuild(mounted, files, config, _content_cache(compiled, config, mounted))
    if cache.pages is not None:
        return RepeatedBuild(cache.pages, files, config, settings.root)
    warnings = Warnings()
    mounted = mount_project(compiled, files, config, settings, names=names)
    return RecordedBuild(mounted, files, config, cache=cache, warnings=warnings)


def _content_cache(
    compiled: Compiled, config: MkDocsConfig, mounted: MountedSite
) -> ContentCache | None:
    return ContentCache.open(compiled.workspace, config, mounted.targets.digest)
