/** A text that somebody wrote, as a single line: notes are kept as such. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}

/** As a request says it: absent where nothing was written. */
export function noteOf(text: string): { readonly note?: string } {
  const note = oneLine(text);
  return note === "" ? {} : { note };
}
