/** More edits than this are another word, not a slip of the finger. */
const MOST_EDITS = 3;

/** The name most like a mistyped one, if any is near enough to be meant: at least half of what was typed is right. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let fewest = MOST_EDITS + 1;
  for (const name of names) {
    const edits = editDistance(typed.toUpperCase(), name.toUpperCase());
    if (edits < fewest && edits * 2 <= typed.length) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** Levenshtein's distance, row by row. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of from.split("").entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
