"""The page's modules and styles in few files: each request takes a browser milliseconds.

A script stands in place of a module and has all that this imports inside, each module as a
function that is called once. No module imports itself by way of others, and imports and exports
look as Prettier writes them; tests/page checks it. Workers of the browser load modules one by one.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

_FIRST, _BOOK = "js/main.js", "js/book.js"
_STYLE = "css/explorer.css"
_IMPORT = re.compile(r'^(?:import|export) (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_PASSED_ON = re.compile(r"^export \{([^}]*)\} from", re.M)
_ADDRESS = re.compile(r'\b(import\(|new URL\()"(\.[^"]*)"')
_STYLES = re.compile(r'^@import "([^"]+)";$', re.M)
_LATER = re.compile(r'(?<!typeof )\bimport\("(\.[^"]+)"\)(?!\.[A-Z])')  # that of a type is none

# What stands before the first `definitions`.
NEED = """const [modules, made] = [{}, {}];
const need = (name) => (made[name] ??= modules[name]());
const define = (more) => Object.assign(modules, more) && need;
"""


def modules(entry: str) -> dict[str, str]:
    """Return the texts of a module and of all that it imports, by their names."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = text = _text(name)
            waiting += (_resolved(name, to) for _, to in _IMPORT.findall(text))
    return found


def style() -> str:
    """Return the styles of the page in one."""
    return _STYLES.sub(lambda match: _text(_resolved(_STYLE, match[1])), _text(_STYLE))


def bundles() -> dict[str, str]:
    """Return the scripts and styles of the page and of the book by the names of files."""
    found = {_STYLE: style()} | {
        name: f'{NEED}export {{ define }};\n{definitions(modules(name), name)}need("{name}");\n'
        for name in (_FIRST, _BOOK)
    }
    first = modules(_FIRST)
    waiting = list(first.items())
    for name, text in waiting:
        for entry in (_resolved(name, to) for to in _LATER.findall(text)):
            if entry.startswith("js/") and entry not in found:
                more = modules(entry)
                waiting += more.items()
                own = {name: more[name] for name in more if name not in first}
                found[entry] = (
                    f'import {{ define }} from "{_relative(_FIRST, entry)}";\n'
                    f"const need = {definitions(own, entry)}"
                    f'export const {{ {_exported(more[entry])} }} = need("{entry}");\n'
                )
    return found


def definitions(texts: dict[str, str], script: str) -> str:
    """Return the call that defines modules in a script."""
    return f"define({{\n{''.join(_defined(name, texts[name], script) for name in texts)}}});\n"


def _defined(name: str, text: str, script: str) -> str:
    def needed(match: re.Match[str]) -> str:
        names = match[1].removeprefix("* as ").replace(" as ", ": ")
        return f'const {names} = need("{_resolved(name, match[2])}");'

    inner = _ADDRESS.sub(
        lambda match: f'{match[1]}"{_relative(_resolved(name, match[2]), script)}"',
        _EXPORT.sub("", _IMPORT.sub(needed, text)),
    )
    return f'"{name}"() {{\n{inner}return {{ {_exported(text)} }};\n}},\n'


def _exported(text: str) -> str:
    return ", ".join(_EXPORT.findall(text) + [names.strip() for names in _PASSED_ON.findall(text)])


def _resolved(name: str, to: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), to))


def _relative(name: str, script: str) -> str:
    return f"./{posixpath.relpath(name, posixpath.dirname(script))}"


@cache
def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
