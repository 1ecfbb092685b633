import Anser from "anser";
import type { ApiAnswer } from "../../api/call-api.ts";
import { onlyColours, withoutEscapes } from "./log-escapes.ts";

export type LogLine = ApiAnswer<"listInstanceLogs">["items"][number];

/** One line of the screen. A line of the log with several is several, so that all are of one height. */
export interface LogRow {
  readonly line: LogLine;
  /** Counts from 1, over what is shown. */
  readonly number: number;
  /** As written, with its colours. */
  readonly raw: string;
  /** What is read and searched. */
  readonly text: string;
  /** Continues the line above. */
  readonly isContinued: boolean;
  /** The first line of another attempt than the one above. */
  readonly beginsAttempt: boolean;
}

/** Adds the rows of new lines. */
export function appendRows(rows: readonly LogRow[], lines: readonly LogLine[]): readonly LogRow[] {
  const all = rows.slice();
  for (const line of lines) {
    const parts = line.message.split(/\r?\n/);
    const beginsAttempt = line.attempt !== (all.at(-1)?.line.attempt ?? 1);
    for (const [index, raw] of parts.entries()) {
      all.push({
        line,
        number: all.length + 1,
        raw,
        text: withoutEscapes(raw),
        isContinued: index > 0,
        beginsAttempt: beginsAttempt && index === 0,
      });
    }
  }
  return all;
}

/** Whether a line says that what follows was not kept. */
export function isCutMark({ level, message }: LogLine): boolean {
  return level === "warn" && message.startsWith("Log truncated: this attempt wrote more than ");
}

/** The log as a file. */
export function logText(rows: readonly LogRow[]): string {
  return rows
    .map(({ line, text, isContinued }) =>
      isContinued ? text : `${line.at} ${line.level.toUpperCase().padEnd(5)} ${text}`,
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
