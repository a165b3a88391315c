import js from "@eslint/js";
import globals from "globals";

const PAGE = "src/grundy/web/static/js/**/*.js";

export default [
  { ignores: ["build/**", "**/vendor/**", "**/.venv/**", "**/.tools/**"] },
  js.configs.recommended,
  { files: [PAGE], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  {
    files: ["book/static/*.js"],
    languageOptions: { sourceType: "script", globals: globals.browser },
  },
  {
    files: ["src/grundy/web/site_files/*.js"],
    languageOptions: { globals: globals.serviceworker },
  },
  { files: ["tests/page/**/*.js", ".ci/*.mjs"], languageOptions: { globals: globals.node } },
  {
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-unused-vars": ["error", { args: "after-used" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
