import {
  boundedList,
  boundedRecord,
  type Calendar,
  CalendarDayKind,
  isOneLine,
  wanted,
} from "@mojob/core/engine";
import { isCalendarKey, parseInput } from "@mojob/core/feature";
import * as v from "valibot";
import { isCivilDay } from "./days/civil-day.ts";
import { MOST_LEVELS } from "./days/resolve-calendar.ts";

const LONGEST_NAME = 100;
const LONGEST_SOURCE = 200;
/** Thirteen years of days. */
const MOST_DAYS = 5000;

/** What a request says of a calendar. */
export type CalendarChange = Partial<
  Pick<Calendar, "name" | "weekend" | "extends" | "days" | "names" | "coveredFrom" | "coveredTo" | "source">
>;
export type NewCalendar = CalendarChange & Pick<Calendar, "key" | "name">;

export const CALENDAR_KEY: v.GenericSchema<unknown, string> = v.pipe(
  v.string(wanted("not_text")),
  v.check(isCalendarKey, wanted("calendar_key_rule")),
);
const DAY = v.pipe(v.string(wanted("not_text")), v.check(isCivilDay, wanted("not_a_date")));
const WEEKDAY = v.pipe(
  v.number(wanted("not_number")),
  v.integer(wanted("not_whole")),
  v.minValue(1, wanted("too_small", { min: 1 })),
  v.maxValue(7, wanted("too_large", { max: 7 })),
);
const KINDS = Object.values(CalendarDayKind);

function lineOf(max: number) {
  return v.pipe(
    v.string(wanted("not_text")),
    v.trim(),
    v.nonEmpty(wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
    v.check((text) => isOneLine(text) && text.isWellFormed(), wanted("not_one_line")),
  );
}

function byDay<Value>(value: v.GenericSchema<unknown, Value>) {
  return boundedRecord(DAY, value, MOST_DAYS);
}

const CHANGE = {
  name: v.exactOptional(lineOf(LONGEST_NAME)),
  weekend: v.exactOptional(
    v.pipe(
      boundedList(WEEKDAY, 7),
      v.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
    ),
  ),
  extends: v.exactOptional(
    v.pipe(
      boundedList(CALENDAR_KEY, MOST_LEVELS),
      v.check((keys) => new Set(keys).size === keys.length, wanted("given_twice")),
    ),
  ),
  days: v.exactOptional(byDay(v.picklist(KINDS, wanted("not_one_of", { values: KINDS })))),
  names: v.exactOptional(byDay(lineOf(LONGEST_NAME))),
  coveredFrom: v.exactOptional(v.nullable(DAY)),
  coveredTo: v.exactOptional(v.nullable(DAY)),
  source: v.exactOptional(v.nullable(lineOf(LONGEST_SOURCE))),
};
const CHANGE_SCHEMA = v.strictObject(CHANGE, wanted("not_object"));
const NEW_SCHEMA = v.strictObject(
  { ...CHANGE, key: CALENDAR_KEY, name: lineOf(LONGEST_NAME) },
  wanted("not_object"),
);

/** @throws MoJobError `invalid_argument` */
export function parseCalendarChange(input: unknown, doing: string): CalendarChange {
  return parseInput(CHANGE_SCHEMA, input, doing);
}

/** @throws MoJobError `invalid_argument` */
export function parseNewCalendar(input: unknown, doing: string): NewCalendar {
  return parseInput(NEW_SCHEMA, input, doing);
}
