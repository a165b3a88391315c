// What a notebook loads: the page's own modules and their styles.
//
// The package writes both before it: `load`, which makes the modules anew, and STYLE.
/* global load, STYLE */

/** Whether the notebook around is dark: it says so in its own way, or follows the system. */
function isDark() {
  const { body, documentElement: root } = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  if (body.dataset.vscodeThemeKind) return body.dataset.vscodeThemeKind !== "vscode-light";
  if (root.classList.contains("dark") || body.classList.contains("dark")) return true;
  return matchMedia("(prefers-color-scheme: dark)").matches && !root.classList.contains("light");
}

/** The styles of the page, for what is inside the widget only. */
function styles() {
  const style = document.createElement("style");
  // Nested, and named twice, they count for more than what a notebook says of buttons and tables.
  style.textContent = `.grundy-widget.grundy-widget {\n${STYLE.replaceAll(":root", "&")}\n}`;
  return style;
}

/** Follow the notebook from light to dark and back; gives what ends it. */
function followTheme(el) {
  const follow = () => {
    el.style.colorScheme = isDark() ? "dark" : "light";
    dispatchEvent(new Event("grundy-theme"));
  };
  const watch = new MutationObserver(follow);
  for (const one of [document.body, document.documentElement])
    watch.observe(one, {
      attributes: true,
      attributeFilter: ["class", "data-jp-theme-light", "data-vscode-theme-kind"],
    });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", follow);
  follow();
  return () => {
    watch.disconnect();
    system.removeEventListener("change", follow);
  };
}

/** Show what the kernel has sent; its answers come back over the same way as the questions. */
function render({ model, el }) {
  el.classList.add("grundy-widget");
  const leaveTheme = followTheme(el);
  const need = load();
  const { carryBy } = need("js/api.js");
  const { create } = need(`js/widgets/${model.get("kind")}.js`);
  const waiting = new Map();
  const take = (reply) => {
    const asked = waiting.get(reply.number);
    waiting.delete(reply.number);
    asked?.resolve(Response.json(reply.answer, { status: reply.status }));
  };
  let number = 0;
  carryBy(async (name, body, signal, take) => {
    const own = ++number;
    const response = await new Promise((resolve, reject) => {
      waiting.set(own, { resolve, reject });
      signal?.addEventListener("abort", () => {
        waiting.delete(own);
        reject(signal.reason);
      });
      model.send({ number: own, name, body });
    });
    return take(response);
  });
  model.on("msg:custom", take);
  el.replaceChildren(styles(), create(model.get("shown")));
  return () => {
    leaveTheme();
    model.off("msg:custom", take);
  };
}

export default { render };
