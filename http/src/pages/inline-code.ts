import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** Text whose parts between backticks are code, as our descriptions are written. */
export function inlineCode(text: string): readonly Markup[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
