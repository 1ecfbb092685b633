import { type ArrayChange, diffArrays } from "diff";

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
/** Texts that differ in more lines are shown as one that was removed and one that was added: the time grows with the square of it. */
const MOST_EDITS = 600;
/** A line with its end, so that one without an end is another. */
const LINE = /[^\n]*\n|[^\n]+$/g;

/** How the lines of two texts differ. */
export function diffLines(before: string, after: string): readonly DiffHunk[] {
  if (before === after) return [];
  const [older, newer] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(older, newer, { maxEditLength: MOST_EDITS });
  if (changes !== undefined) return hunksOf(changes);
  const lines = [...shown(older, LineKind.Removed), ...shown(newer, LineKind.Added)];
  return [{ fromLine: 1, toLine: 1, lines }];
}

function hunksOf(changes: readonly ArrayChange<string>[]): readonly DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let open: { fromLine: number; toLine: number; lines: DiffLine[] } | null = null;
  /** The same lines just before a change, where no hunk is open. */
  let before: readonly string[] = [];
  let [fromLine, toLine] = [1, 1];
  for (const [index, { added, removed, value }] of changes.entries()) {
    if (added || removed) {
      open ??= {
        fromLine: fromLine - before.length,
        toLine: toLine - before.length,
        lines: shown(before, LineKind.Same),
      };
      for (const line of shown(value, added ? LineKind.Added : LineKind.Removed)) open.lines.push(line);
    } else {
      const isInHunk: boolean = open !== null && index < changes.length - 1 && value.length <= 2 * AROUND;
      open?.lines.push(...shown(isInHunk ? value : value.slice(0, AROUND), LineKind.Same));
      if (open !== null && !isInHunk) {
        hunks.push(open);
        open = null;
      }
      before = value.slice(-AROUND);
    }
    if (!added) fromLine += value.length;
    if (!removed) toLine += value.length;
  }
  if (open !== null) hunks.push(open);
  return hunks;
}

function linesOf(text: string): string[] {
  return text.match(LINE) ?? [];
}

function shown(lines: readonly string[], kind: LineKind): DiffLine[] {
  return lines.map((line) => ({ kind, text: line.endsWith("\n") ? line.slice(0, -1) : line }));
}
