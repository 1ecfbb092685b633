/** The names in a text with commas between them; `null` where there are none. */
export function namesIn(text: string): string[] | null {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? null : names;
}
