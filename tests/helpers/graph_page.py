"""What tests of the part "Graph" do in the page, and see there."""

import json
from collections.abc import Callable
from typing import Any

# A layout puts vertices on whole numbers; the circle before it does not.
LAID_OUT = """() => [...document.querySelectorAll('.vertex')].every(
  v => /^translate\\(-?\\d+ -?\\d+\\)$/.test(v.getAttribute('transform')))"""


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def option(page: Any, label: str) -> Any:
    box = page.locator(".options")
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    return box.get_by_label(label)


def vertex(page: Any, name: str) -> Any:
    return page.locator(f'.vertex[aria-label^="{name}:"]')


def shown(page: Any) -> dict[str, str]:
    """The values in the picture by the names of the vertices, once all have one."""
    found = page.wait_for_function(
        """() => {
          const labels = [...document.querySelectorAll('.vertex')].map(v => v.ariaLabel);
          const values = labels.map(text => text.match(/^(.*): value ([^ ,]+)/));
          return labels.length && values.every(Boolean)
            && Object.fromEntries(values.map(([, name, value]) => [name, value]));
        }"""
    )
    return dict(found.json_value())


def graph_of(opened: Callable[..., Any], part: str = "graph", **options: Any) -> Any:
    """Open the part with a graph, and wait until it has its values."""
    page = opened(part, **options)
    shown(page)
    return page


def names(page: Any) -> list[str]:
    titles = page.eval_on_selector_all(".vertex title", "all => all.map(one => one.textContent)")
    return [text.partition(":")[0] for text in titles]


def wait_for_names(page: Any, expected: list[str]) -> None:
    page.wait_for_function(
        f"""() => JSON.stringify([...document.querySelectorAll('.vertex title')]
          .map(one => one.textContent.split(':')[0])) === {
            json.dumps(json.dumps(expected, separators=(",", ":")))
        }"""
    )


def use_edges(page: Any, text: str, count: int | None = None) -> None:
    """Give edges, as if pasted; wait until as many vertices are there, where a number is given."""
    button(page, "Edges").click()
    page.evaluate("text => { document.getElementById('edges').value = text; }", text)
    button(page, "Use these edges").click()
    if count is not None:
        page.wait_for_function(
            f"() => document.getElementById('graph-title').textContent.includes(' {count} vert')"
        )
