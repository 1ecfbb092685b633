/** An error without what differs from run to run: ids, numbers, quoted texts, times. Failures of one cause have one text. */
export function failureCause(errorSummary: string | null): string {
  return (errorSummary ?? "")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, "#")
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, "…")
    .replaceAll(/\b(?=[\da-f]*\d)[\da-f]{6,}\b/gi, "#")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "#")
    .replaceAll(/\s+/g, " ")
    .trim();
}
