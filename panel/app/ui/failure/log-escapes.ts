/** ECMA-48: control sequences, strings to the terminal (titles, links), and other escapes. */
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])|[\u0000-\u0008\u000b-\u001f\u007f]/g;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const COLOUR = /^\u001b\[[\d;:]*m$/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const MAY_HAVE_ESCAPES = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** The text without what only terminals understand. */
export function withoutEscapes(text: string): string {
  return MAY_HAVE_ESCAPES.test(text) ? text.replaceAll(ESCAPES, "") : text;
}

/** The text with its colours and nothing else for terminals. */
export function onlyColours(text: string): string {
  return text.replaceAll(ESCAPES, (escape) => (COLOUR.test(escape) ? escape : ""));
}
