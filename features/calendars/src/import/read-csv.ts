import { CalendarDayKind, invalidInput, issueAt } from "@mojob/core/engine";
import { isCivilDay } from "../days/civil-day.ts";
import type { ImportedDays } from "./imported-days.ts";

const HEAD = /^"?(date|day|日期)"?\s*[,;\t]/i;
/** A day, `work` or `off`, and a name, which may be in quotes. */
const LINE =
  /^"?(\d{4}-\d{2}-\d{2})"?\s*[,;\t]\s*"?(work|off)"?\s*(?:[,;\t]\s*(?:"((?:[^"]|"")*)"|([^"]*)))?$/i;

/**
 * Days of a table: `2026-02-14,work,春节调休`, one a line; the first line may name the columns.
 * @throws MoJobError `invalid_argument` with the line that is no day
 */
export function readCsv(text: string, doing: string): ImportedDays {
  const days: Record<string, CalendarDayKind> = {};
  const names: Record<string, string> = {};
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const row = line.trim();
    if (row === "" || (index === 0 && HEAD.test(row))) continue;
    const [, day = "", kind = "", quoted, plain = ""] = LINE.exec(row) ?? [];
    if (!isCivilDay(day)) {
      const reason = "a day, work or off, and a name are wanted, such as 2026-02-14,work,Make-up day";
      throw invalidInput(doing, [issueAt("/text", "unreadable_source", { reason, line: index + 1 })]);
    }
    days[day] = kind.toLowerCase() === CalendarDayKind.Work ? CalendarDayKind.Work : CalendarDayKind.Off;
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (name !== "") names[day] = name;
  }
  return { days: { days, names }, ignored: 0 };
}
