"""The order of the site's pages in its menu: as questions come up, not as files are called."""

import json
from collections.abc import Collection, Mapping, Sequence

TOP = ("index.md", "claims.md", "runs.md", "before.md")
FIRST = ("index.md", "use.md", "add.md", "self.md", "glossary.md")
"""Pages that come first in their section, wherever they are; the others follow by name."""


def navigation(pages: Collection[str], sections: Mapping[str, str], experiments: Sequence[str]) -> str:
    """Return the menu as a part of the configuration of MkDocs, in JSON, which is YAML.

    `pages` are the Markdown files by name, `sections` the titles of folders in their order, and `experiments` are
    ids in theirs. A page or folder that is named nowhere comes last.
    """
    first, *rest = by_place([name for name in pages if "/" not in name], TOP)
    folders = by_place({name.partition("/")[0] for name in pages if "/" in name}, list(sections))
    menu: list[object] = [first]
    for folder in folders:
        own = [name for name in pages if name.startswith(f"{folder}/")]
        order = [f"{folder}/{name}" for name in (*FIRST[:1], *(f"{one}.md" for one in experiments), *FIRST[1:])]
        menu.append({sections.get(folder, folder.capitalize()): by_place(own, order)})
    return json.dumps({"nav": [*menu, *rest]}, indent=1, ensure_ascii=False) + "\n"


def by_place(names: Collection[str], order: Sequence[str]) -> list[str]:
    """Return `names` in the given order, those without a place at the end, by name."""
    return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))
