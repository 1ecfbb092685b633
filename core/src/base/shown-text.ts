/** Characters that turn the direction of writing around, and line separators: they forge names and lines of logs. */
const TURNING = "\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029";
const NOT_IN_A_LINE = new RegExp(`[\\p{Cc}${TURNING}]`, "u");
const NOT_IN_A_TEXT = new RegExp(`[${TURNING}]|(?![\\n\\r\\t])\\p{Cc}`, "u");

/** A text as one line: what could forge another line, hide or turn a part of it is written as an escape. */
export function escapeLine(text: string): string {
  return text.replaceAll(new RegExp(NOT_IN_A_LINE, "gu"), escape);
}

/** A text of any number of lines, as `escapeLine` but for its line breaks and tabs. */
export function escapeText(text: string): string {
  return text.replaceAll(new RegExp(NOT_IN_A_TEXT, "gu"), escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Whether a text is one line that shows as it is written: without control characters. */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text);
}

/** Whether a text of any number of lines shows as it is written. */
export function isPlainText(text: string): boolean {
  return !NOT_IN_A_TEXT.test(text);
}
