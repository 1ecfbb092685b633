import { structuredPatch } from "diff";

export const LineKind = { Same: "same", Removed: "removed", Added: "added" } as const;
export type LineKind = (typeof LineKind)[keyof typeof LineKind];

export interface DiffLine {
  readonly kind: LineKind;
  readonly text: string;
}

/** Changed lines with those around them. */
export interface DiffHunk {
  /** The number of its first line in the older text, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly lines: readonly DiffLine[];
}

const AROUND = 3;
/** Texts that differ in more lines are shown as one that was removed and one that was added. */
const MOST_EDITS = 1000;
const KINDS: Readonly<Record<string, LineKind>> = { " ": "same", "-": "removed", "+": "added" };

/** How the lines of two texts differ. */
export function diffLines(before: string, after: string): readonly DiffHunk[] {
  if (before === after) return [];
  const options = { context: AROUND, maxEditLength: MOST_EDITS };
  const patch = structuredPatch("", "", before, after, undefined, undefined, options);
  if (patch === undefined) {
    const lines = [...linesOf(before, "removed"), ...linesOf(after, "added")];
    return [{ fromLine: 1, toLine: 1, lines }];
  }
  return patch.hunks.map(({ oldStart, newStart, lines }) => ({
    fromLine: oldStart,
    toLine: newStart,
    // A mark that a text does not end with a line break is no line of it.
    lines: lines.flatMap((line) => {
      const kind = KINDS[line.charAt(0)];
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
    }),
  }));
}

function linesOf(text: string, kind: LineKind): readonly DiffLine[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ kind, text: line }));
}
