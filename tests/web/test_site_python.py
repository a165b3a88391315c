"""Rules in Python that the user types on the static site: run, stopped, shared, never by a link."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web_browser import DESKTOP, PHONE, expect, serves_everybody
from web_site import ASK, visited

TAKE = "import grundy\n\n@grundy.game\ndef take(n):\n    yield from range(max(0, n - 2), n)\n\n"


@pytest.fixture(scope="module")
def tab(visitor: Any, site: str) -> Iterator[Any]:
    with visited(visitor, f"{site}#python") as found:
        yield found


@pytest.fixture
def page(tab: Any) -> Any:
    tab.set_viewport_size(DESKTOP)
    tab.evaluate("location.hash = 'python'")
    return tab


def run(page: Any, text: str) -> Any:
    page.get_by_label("The rule").fill(text)
    page.keyboard.press("Control+Enter")
    return output(page)


def output(page: Any) -> Any:
    return page.get_by_role("region", name="Output")


def says(place: Any, text: str) -> None:
    expect(place).to_contain_text(text)


def test_a_typed_rule_has_values(page: Any) -> None:
    found = run(page, TAKE + "print('so:')\n[take[n].value() for n in range(6)]")
    says(found, "so:\n[0, 1, 2, 0, 1, 2]")
    run(page, TAKE + "take[9].explain()")
    frame = page.frame_locator("iframe.shown")
    says(frame.locator("body"), "So player 2 wins")
    assert frame.locator("td").first.evaluate("cell => cell.style.textAlign") == "left"
    says(run(page, "take"), "NameError")
    says(run(page, "def f(:"), "line 1: SyntaxError: invalid syntax")
    run(page, "x = 1")
    says(page.locator(".bar").first, "gave nothing to show")


def test_all_examples_run(page: Any) -> None:
    for name, words in (("Take away", "Lost: [0, 2, 7"), ("Queen", "[0]"), ("Digits", "nim-sum")):
        page.get_by_role("button", name=name).click()
        page.get_by_role("button", name="Run").click()
        place = (
            output(page) if name == "Take away" else page.frame_locator("iframe").locator("body")
        )
        says(place, words)
        assert page.locator(".problem").count() == 0
    page.get_by_label("The rule").press("Control+z")
    assert "Wythoff" in page.get_by_label("The rule").input_value()


def test_no_html_of_a_rule_reaches_the_page(visitor: Any, site: str) -> None:
    page = visitor.new_page()  # not watched: the browser notes what it refuses
    page.goto(f"{site}#python")
    page.evaluate("window.hit = 0")
    bad = "<img src='data:,' onerror='parent.hit = 1'><script>parent.hit = 1</script><b>here</b>"
    run(page, f'class Bad:\n    def _repr_html_(self): return """{bad}"""\nBad()')
    says(page.frame_locator("iframe").locator("b"), "here")
    says(run(page, f'print("""{bad}""")\nraise ValueError("""{bad}""")'), "ValueError: <img")
    assert page.locator("main :is(img, script, b)").count() == 0
    assert page.evaluate("window.hit") == 0
    page.close()


def test_an_error_marks_its_line(page: Any) -> None:
    rule = page.get_by_label("The rule")
    rule.fill("x = 1\n" * 99 + "x / 0\n")
    rule.press("Control+Home")
    rule.press("Control+Enter")
    says(output(page), "line 100: ZeroDivisionError")
    expect(rule).to_have_attribute("aria-invalid", "true")
    assert rule.evaluate("area => area.style.getPropertyValue('--marked')") == "100"
    assert rule.evaluate("area => area.scrollTop + area.clientHeight + 5 > area.scrollHeight")
    rule.press("End")
    rule.type(" ")
    expect(rule).to_have_attribute("aria-invalid", "false")


def test_an_endless_rule_is_stopped(page: Any) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    run(page, "while True: pass")
    with page.expect_worker():
        page.get_by_role("button", name="Stop").click()
    says(page.locator(".bar").first, "Stopped. Python starts again.")
    says(run(page, "6 * 7"), "42")
    assert any("runtime.json" in url for url in asked)
    loaded = (".wasm", ".whl", "python-start.zip", "grundy.zip")
    assert not any(url.endswith(loaded) for url in asked), asked


def test_python_that_breaks_starts_again(visitor: Any, site: str) -> None:
    page = visitor.new_page()  # not watched: Pyodide says on the console that it has broken
    page.goto(f"{site}#python")
    says(run(page, "import os; os.abort()"), "Python has broken off here, and starts again.")
    says(run(page, "6 * 7"), "42")
    page.close()


def test_a_link_shows_a_rule_and_does_not_run_it(page: Any, visitor: Any, site: str) -> None:
    text = "print('é∞')\n6 * 7\n"
    page.get_by_label("The rule").fill(text)
    page.get_by_role("button", name="Share").click()
    page.wait_for_url("**/#python=*")
    with visited(visitor, page.url) as other:
        other.evaluate("""() => {
            window.asked = [];
            const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message) {
                asked.push(message.name);
                post.call(this, message);
            };
        }""")
        says(other.locator(".bar").first, "Read it, then press Run.")
        assert other.get_by_label("The rule").input_value() == text
        assert not output(other).is_visible()
        assert other.evaluate("asked") == []
        other.get_by_role("button", name="Run").click()
        says(output(other), "é∞\n42")
        assert other.evaluate("asked") == ["cell/run"]
        other.goto(f"{site}#python=rubbish")
        says(other.locator(".bar").first, "The link does not hold a rule.")
        assert other.get_by_label("The rule").input_value() == text


def test_the_editor_indents_and_lets_go(page: Any) -> None:
    rule = page.get_by_label("The rule")
    rule.fill("")
    rule.type("def f(n):\nif n:\nreturn 1\n")
    rule.press("Tab")
    rule.type("#")
    assert rule.input_value() == "def f(n):\n    if n:\n        return 1\n            #"
    rule.press("Escape")
    rule.press("Tab")
    assert not rule.evaluate("area => area === document.activeElement")


def test_a_rule_is_kept_saved_and_opened(page: Any, tmp_path: Path) -> None:
    rule = page.get_by_label("The rule")
    rule.fill("1 + 1\n")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    assert saved.value.suggested_filename == "rule.py"
    assert Path(saved.value.path()).read_text() == "1 + 1\n"
    page.reload()
    assert rule.input_value() == "1 + 1\n"
    file = tmp_path / "other.py"
    file.write_text("2 + 2\n")
    page.get_by_label("Open a file").set_input_files(file)
    expect(rule).to_have_value("2 + 2\n")
    assert not output(page).is_visible()
    file.write_text("#" * 200_001)
    page.get_by_label("Open a file").set_input_files(file)
    says(page.locator(".bar").first, "The file is too long for a rule.")


def test_on_a_phone_an_output_breaks_no_rule(page: Any) -> None:
    page.set_viewport_size(PHONE)
    run(page, TAKE + "take[9].explain()")
    page.wait_for_selector("iframe[height]")
    serves_everybody(page)
    says(run(page, "1 / 0"), "line 1")
    serves_everybody(page)


def test_a_server_runs_nothing_that_is_typed(opened: Any) -> None:
    page = opened("python=abc")
    says(page.locator("#toast"), "There is no part of that name")
    assert page.locator("nav a[data-part=python]").count() == 0


def test_a_rule_reaches_neither_network_nor_store_nor_javascript(page: Any) -> None:
    """What could import() a script of a stranger is refused by the policy, in the worker, too."""
    source = """import js
[name for name in ("fetch", "caches", "indexedDB", "XMLHttpRequest", "WebSocket", "Worker",
 "importScripts") if hasattr(js, name)]"""
    assert page.evaluate(ASK, ["cell/run", {"source": source}])[1] == {"value": "[]"}
    for source in (
        "import js\njs.eval('1')",
        "import js\njs.Function.new('return import(`https://example.org/x.js`)')()",
        "import js\njs.Object.constructor('return 1')()",
        "from pyodide.code import run_js\nrun_js('1')",
    ):
        found = page.evaluate(ASK, ["cell/run", {"source": source}])[1]
        assert "Content Security Policy" in found.get("error", ""), (source, found)
