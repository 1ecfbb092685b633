/** The shortest text that is worth looking for. */
const SHORTEST = 3;

/**
 * The text to look for in errors to find the runs of a cause: its longest piece without the places where something differs from run to run.
 * `null` where no piece is long enough.
 */
export function searchOfCause(cause: string): string | null {
  const pieces = cause.split(/[#…]+/).map((piece) => piece.trim());
  const longest = pieces.toSorted((a, b) => b.length - a.length)[0] ?? "";
  return longest.length < SHORTEST ? null : `error:${longest.slice(0, 150)}`;
}
