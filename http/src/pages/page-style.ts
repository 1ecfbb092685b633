/** The style of our pages: one file, no font and no image to load. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #e6e8eb);
  --soft: light-dark(#60646c, #a5abb5);
  --line: light-dark(#e3e5e9, #2b2f36);
  --page: light-dark(#ffffff, #111317);
  --panel: light-dark(#f7f8fa, #181b20);
  --accent: light-dark(#4338ca, #a5b4fc);
  --code: light-dark(#14161a, #0b0d10);
  --get: light-dark(#0b6e4f, #4cc38a);
  --post: light-dark(#3730a3, #a5b4fc);
  --patch: light-dark(#8a5300, #f5b94a);
  --bad: light-dark(#b42318, #ff9592);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre, .type, .method { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; }
code { font-size: 0.875em; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 5vw, 2.25rem); letter-spacing: -0.02em; margin: 0 0 0.25rem; }
abbr { color: var(--bad); text-decoration: none; }

.landing { min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem; }
.landing main { width: min(44rem, 100%); }
.lead { color: var(--soft); font-size: 1.125rem; margin: 0 0 2rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); }
.card { display: block; height: 100%; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: inherit; text-decoration: none; }
.card:hover { border-color: var(--accent); }
.card strong { display: block; color: var(--accent); }
.card span { color: var(--soft); font-size: 0.9375rem; }

.docs { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
.docs nav { position: sticky; top: 0; height: 100dvh; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line); background: var(--panel); font-size: 0.875rem; }
.brand { font-weight: 650; font-size: 1rem; color: inherit; text-decoration: none; }
nav h2 { margin: 1.5rem 0 0.375rem; font-size: 0.75rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: 0.5rem; padding: 0.2rem 0.375rem; border-radius: 6px; color: inherit; text-decoration: none; align-items: baseline; }
nav li a:hover { background: var(--line); }
.docs main { padding: 2.5rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 64rem; }
.version { color: var(--soft); margin-top: 0; }
.chapter > h2 { margin: 3.5rem 0 0.25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.5rem; }
article { margin: 2.5rem 0; }
article h3 { margin: 0 0 0.25rem; font-size: 1.1875rem; }
article h3 a { color: inherit; text-decoration: none; }
article h3 a:hover { text-decoration: underline; }
article h4 { margin: 1.25rem 0 0.375rem; font-size: 0.8125rem; color: var(--soft); }
article p { margin: 0.5rem 0; }
.path code { font-size: 0.9375rem; }
.method { display: inline-block; min-width: 2.75rem; font-size: 0.6875rem; font-weight: 700; }
.path .method { font-size: 0.8125rem; }
.get { color: var(--get); }
.post { color: var(--post); }
.patch { color: var(--patch); }
.status { display: inline-block; min-width: 2.5rem; font-variant-numeric: tabular-nums; font-weight: 650; }
.s2 { color: var(--get); }
.s4, .s5 { color: var(--bad); }
pre { margin: 0.75rem 0; padding: 0.875rem 1rem; border-radius: 10px; background: var(--code); color: #e6e8eb; overflow-x: auto; font-size: 0.8125rem; line-height: 1.55; }
pre code { font-size: inherit; overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; }
.type { font-size: 0.8125rem; color: var(--soft); }
details { margin: 0.25rem 0; }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: 0.375rem; }

@media (max-width: 56rem) {
  .docs { display: block; }
  .docs nav { position: static; height: auto; max-height: 40dvh; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  .docs main { padding-top: 1.5rem; }
  td:first-child { white-space: normal; }
}
`;
