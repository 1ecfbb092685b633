/** Makes a text from elsewhere safe in the markup of a service: it mentions nobody, links nowhere and formats nothing. */
export type Escape = (text: string) => string;

/** A space without width: clients that make links and mentions of words do not see one in it. */
const BREAK = "\u200B";
// oxlint-disable-next-line no-control-regex -- what no message may have
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** As it is, without what is not to be seen. */
export const plain: Escape = (text) => text.replaceAll(CONTROL, "");

/** Characters that look the same, or nearly, and have no meaning in the dialects of Markdown that chats read. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "[": "［",
  "]": "］",
  "<": "＜",
  ">": "＞",
  "*": "＊",
  "`": "'",
  "~": "～",
  "|": "｜",
  "\\": "＼",
};

/** The dialects differ in whether a backslash or an entity escapes anything: what has a meaning in one is another character. */
export const markdown: Escape = (text) =>
  unlinked(plain(text))
    .replaceAll(/[[\]<>*`~|\\]/g, (character) => LOOKALIKES[character] ?? character)
    // Within a word it has no meaning, and names of jobs have many.
    .replaceAll(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, "＿")
    .replaceAll(/^(\s*)([#+=-]|\d+[.)])/gm, `$1${BREAK}$2`);

/** Slack reads three characters as its own, and makes no links of what is marked as verbatim. */
export const slack: Escape = (text) => markdown(text).replaceAll("&", "&amp;");

export const html: Escape = (text) =>
  plain(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

function unlinked(text: string): string {
  return text
    .replaceAll("@", `@${BREAK}`)
    .replaceAll(/([a-z][a-z0-9+.-]*:)(\/\/)/gi, `$1${BREAK}$2`)
    .replaceAll(/\b(www)\./gi, `$1${BREAK}.`)
    .replaceAll(/\b(mailto|tel|javascript|data):/gi, `$1${BREAK}:`);
}
