import {
  invalidInput,
  isOneLine,
  issueAt,
  type ReportSummary,
  SummaryInterval,
  wanted,
  zoneIssue,
} from "@mojob/core/engine";
import { parseInput, resolveTimeZone } from "@mojob/core/feature";
import { LANGUAGES } from "@mojob/core/words";
import * as v from "valibot";

const LONGEST = 200;
const MOST_APPS = 50;
const INTERVALS = Object.values(SummaryInterval);

/** What a request says of a summary, with all that it leaves out. */
export type StatedSummary = Pick<
  ReportSummary,
  "name" | "job" | "interval" | "weekday" | "hour" | "timeZone" | "language" | "apps" | "tag" | "enabled"
>;

const line = v.pipe(
  v.string(wanted("not_text")),
  v.trim(),
  v.nonEmpty(wanted("empty")),
  v.maxLength(LONGEST, wanted("too_long", { max: LONGEST })),
  v.check((text) => isOneLine(text) && text.isWellFormed(), wanted("not_one_line")),
);

function whole(min: number, max: number): v.GenericSchema<unknown, number> {
  const message = wanted("out_of_range", { min, max });
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}

const REQUEST: v.GenericSchema<unknown, StatedSummary> = v.strictObject(
  {
    name: line,
    job: line,
    interval: v.picklist(INTERVALS, wanted("not_one_of", { values: INTERVALS })),
    weekday: v.optional(v.nullable(whole(1, 7)), null),
    hour: whole(0, 23),
    timeZone: line,
    language: v.optional(v.picklist(LANGUAGES, wanted("not_one_of", { values: LANGUAGES })), "en"),
    apps: v.optional(
      v.nullable(
        v.pipe(
          v.array(line, wanted("not_list")),
          v.minLength(1, wanted("empty")),
          v.maxLength(MOST_APPS, wanted("too_many", { max: MOST_APPS })),
        ),
      ),
      null,
    ),
    tag: v.optional(v.nullable(line), null),
    enabled: v.optional(v.boolean(wanted("not_flag")), true),
  },
  wanted("not_object"),
);

/** @throws MoJobError `invalid_argument` also for an unknown zone, and a weekly summary without a weekday */
export function parseSummaryRequest(input: unknown, doing: string): StatedSummary {
  const request = parseInput(REQUEST, input, doing);
  const isWeekly = request.interval === SummaryInterval.Weekly;
  if (isWeekly && request.weekday === null)
    throw invalidInput(doing, [issueAt("/weekday", "out_of_range", { min: 1, max: 7 })]);
  if (!isZone(request.timeZone)) throw invalidInput(doing, [zoneIssue("/timeZone", request.timeZone)]);
  return { ...request, weekday: isWeekly ? request.weekday : null };
}

function isZone(name: string): boolean {
  try {
    return resolveTimeZone(name) !== null;
  } catch {
    return false;
  }
}
