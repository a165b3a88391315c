"""How Sphinx makes the book: pages are Markdown, and links between them are those of the files.

The source directory is the top of the repository, so that a link from one document to another,
or to a file of the code, is the same in the book as where the files are read.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from code_pages import address_of  # noqa: E402

from grundy import __version__  # noqa: E402

project = "grundy"
project_copyright = "the grundy team, MIT licence"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.linkcode",
    "formulas",
    "code_pages",
    "examples",
    "generated",
    "names",
]
root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "benchmarks/RESULTS.md",
    "src/grundy/web/static/vendor/README.md",
]
# A name that does not exist is a warning, and -W makes an error of it.
smartquotes_action = "qe"  # quotes and ellipses; --json keeps its hyphens
nitpicky = True
# `Nimber` in a docstring is a name of Python.
default_role = "py:obj"

myst_enable_extensions = ["attrs_block", "dollarmath", "tasklist"]
myst_heading_anchors = 4
html_math_renderer = "mathml"

autodoc_default_options = {"members": True}
napoleon_use_rtype = False
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
toc_object_entries_show_parents = "hide"
linkcode_resolve = address_of

html_theme = "furo"
html_title = f"grundy {version}"
html_static_path = ["static"]
# An index.html that leads to the first page.
html_extra_path = ["start"]
html_css_files = ["book.css"]
html_show_sphinx = False
html_copy_source = False
