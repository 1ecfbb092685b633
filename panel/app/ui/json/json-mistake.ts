import type { TFunction } from "i18next";

/** Where a text stops being JSON. */
export interface JsonMistake {
  /** The text that is not expected there; `null` at the end of the text, which is not complete. */
  readonly found: string | null;
  /** From 0; `null` where the browser does not say. */
  readonly offset: number | null;
}

/** `null` where the text is JSON. */
export function findJsonMistake(text: string): JsonMistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return readMistake(text, (error as Error).message);
  }
}

/** Browsers say it in sentences of their own. */
function readMistake(text: string, message: string): JsonMistake {
  if (/end of (JSON|data)|unterminated/i.test(message)) return { found: null, offset: text.length };
  const offset = Number(/position (\d+)/.exec(message)?.[1] ?? NaN);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const named = /token '?(.)'?,? /u.exec(message)?.[1];
  if (!Number.isNaN(offset)) return { found: charAt(text, offset), offset };
  if (line !== undefined && column !== undefined) {
    const before = text.split("\n").slice(0, Number(line) - 1);
    const at = before.join("\n").length + (before.length > 0 ? 1 : 0) + Number(column) - 1;
    return { found: charAt(text, at), offset: at };
  }
  const only = named === undefined || text.indexOf(named) !== text.lastIndexOf(named);
  return { found: named ?? null, offset: only ? null : text.indexOf(named) };
}

function charAt(text: string, offset: number): string | null {
  const code = text.codePointAt(offset);
  return code === undefined ? null : String.fromCodePoint(code);
}

/** The mistake in words, with its line and column. */
export function jsonMistakeWords({ found, offset }: JsonMistake, text: string, t: TFunction): string {
  const what = found === null ? t("runJob.unfinished") : t("runJob.unexpected", { found });
  if (offset === null) return what;
  const lines = text.slice(0, offset).split("\n");
  return t("runJob.malformedAt", {
    line: lines.length,
    column: (lines.at(-1) ?? "").length + 1,
    message: what,
  });
}
