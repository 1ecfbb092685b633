import { readLogCut } from "@mojob/core/words";
import Anser from "anser";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { onlyColours, withoutEscapes } from "../../../ui/failure/log-escapes.ts";

export type LogLine = ApiAnswer<"listInstanceLogs">["items"][number];

/** Lines of a log that grew too long; their size is known where the log itself says so. */
export interface LeftOut {
  readonly lines: number;
  readonly bytes: number | null;
}

/** One line of the screen. A line of the log with several is several, so that all are of one height. */
export interface LogRow {
  readonly line: LogLine;
  /** Counts from 1, over what was written. */
  readonly number: number;
  /** As written, with its colours. */
  readonly raw: string;
  /** The text that is read and searched. */
  readonly text: string;
  /** The lines that were left out here; `null` for a line. */
  readonly cut: LeftOut | null;
  /** Continues the line above. */
  readonly isContinued: boolean;
  /** The first line of another attempt than the one above. */
  readonly beginsAttempt: boolean;
}

/**
 * Adds the rows of new lines. Lines of an attempt are numbered one by one, so a step in their numbers is what was left out
 * since the line before was read.
 */
export function appendRows(rows: readonly LogRow[], lines: readonly LogLine[]): readonly LogRow[] {
  const all = rows.slice();
  for (const line of lines) {
    const last = all.at(-1);
    const isOfLast = line.attempt === last?.line.attempt;
    const missing = isOfLast ? line.seq - last.line.seq - (last.cut?.lines ?? 1) : 0;
    const beginsAttempt = line.attempt !== (last?.line.attempt ?? 1);
    const cut = readLogCut(line);
    if (missing > 0) all.push(cutRow(all, line, { lines: missing, bytes: null }, false));
    if (cut !== null) all.push(cutRow(all, line, cut, beginsAttempt));
    else {
      for (const [index, raw] of line.message.split(/\r?\n/).entries()) {
        all.push({
          line,
          number: nextNumber(all),
          raw,
          text: withoutEscapes(raw),
          cut: null,
          isContinued: index > 0,
          beginsAttempt: beginsAttempt && index === 0,
        });
      }
    }
  }
  return all;
}

function cutRow(rows: readonly LogRow[], line: LogLine, cut: LeftOut, beginsAttempt: boolean): LogRow {
  return { line, number: nextNumber(rows), raw: "", text: "", cut, isContinued: false, beginsAttempt };
}

function nextNumber(rows: readonly LogRow[]): number {
  const last = rows.at(-1);
  return last === undefined ? 1 : last.number + (last.cut?.lines ?? 1);
}

/** How many lines are shown, and how many were written. */
export function countLines(rows: readonly LogRow[]): { readonly shown: number; readonly written: number } {
  const cuts = rows.filter(({ cut }) => cut !== null).length;
  return { shown: rows.length - cuts, written: nextNumber(rows) - 1 };
}

/** The log as a file. */
export function logText(rows: readonly LogRow[]): string {
  return rows
    .map(({ line, text, cut, isContinued }) =>
      cut !== null
        ? `… ${cut.lines} lines left out …`
        : isContinued
          ? text
          : `${line.at} ${line.level.toUpperCase().padEnd(5)} ${text}`,
    )
    .concat("")
    .join("\n");
}

export interface Piece {
  readonly text: string;
  readonly className: string;
  /** Part of a match. */
  readonly match: "none" | "match" | "current";
}

const DECORATIONS: ReadonlySet<string> = new Set(["bold", "dim", "italic", "underline", "strikethrough"]);

/** A row's text in its colours: class names only, as the content security policy wants it. */
export function piecesOf({ raw, text }: Pick<LogRow, "raw" | "text">): readonly Piece[] {
  if (raw === text) return [{ text, className: "", match: "none" }];
  return Anser.ansiToJson(onlyColours(raw), { use_classes: true, remove_empty: true }).flatMap((chunk) => {
    if (chunk.content === "") return [];
    const className = [
      chunk.fg && colourClass(chunk.fg, "fg"),
      chunk.bg && colourClass(chunk.bg, "bg"),
      ...(chunk.decorations ?? []).filter((name) => DECORATIONS.has(name)).map((name) => `ansi-${name}`),
    ];
    return [{ text: chunk.content, className: className.filter(Boolean).join(" "), match: "none" as const }];
  });
}

/** The sixteen colours a theme can make readable; others are left as the text around them. */
function colourClass(name: string, ground: "fg" | "bg"): string {
  return /^ansi-(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white)$/.test(name)
    ? `${name}-${ground}`
    : "";
}

/** Where the first error of the last attempt that wrote one is; `null` where no line is an error. */
export function firstErrorOf(rows: readonly LogRow[]): number | null {
  const attempt = rows.findLast(({ line }) => line.level === "error")?.line.attempt;
  const index = rows.findIndex(({ line }) => line.level === "error" && line.attempt === attempt);
  return index === -1 ? null : index;
}

/** The rows of errors alone, under the numbers they have in the whole log. */
export function errorsOf(rows: readonly LogRow[]): readonly LogRow[] {
  const errors = rows.filter(({ line, cut }) => line.level === "error" && cut === null);
  return errors.map((row, index) => {
    const beginsAttempt = row.line.attempt !== (errors[index - 1]?.line.attempt ?? 1);
    return beginsAttempt === row.beginsAttempt ? row : { ...row, beginsAttempt };
  });
}
