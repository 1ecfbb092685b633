/** The names in a text, separated by commas. */
export function commaSeparated(text: string): string[] {
  return text
    .split(/[,，\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
