import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";
import { isCalendarKey } from "../name/calendar-key.ts";
import { oneOf, wholeNumber } from "./option.ts";
import {
  CalendarBeyond,
  CalendarDays,
  CalendarOtherwise,
  CalendarPeriod,
  type ScheduleCalendar,
} from "./value/schedule-calendar.ts";

/** As many days as a quarter can have. */
const MOST_NTH = 92;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const nthWorkday = v.strictObject(
  {
    nth: v.pipe(
      wholeNumber(-MOST_NTH, MOST_NTH),
      v.check((nth) => nth !== 0, wanted("not_a_value", { values: ["1", "-1"] })),
    ),
    of: oneOf(CalendarPeriod),
  },
  wanted("not_object"),
);

/** A mistake in either is that of the one which was meant: of an object, that of its members. */
function either<Text, Members>(
  text: v.GenericSchema<unknown, Text>,
  members: v.GenericSchema<unknown, Members>,
): v.GenericSchema<unknown, Text | Members> {
  const union = v.union([text, members]);
  const run: (typeof union)["~run"] = (dataset, config) =>
    (typeof dataset.value === "object" ? members : text)["~run"](dataset, config);
  return { ...union, "~run": run };
}

const days = either(oneOf(CalendarDays), nthWorkday);

/** By which days of which calendar a schedule fires. */
export const scheduleCalendar: v.GenericSchema<unknown, ScheduleCalendar> = v.strictObject(
  {
    key: v.pipe(v.string(wanted("not_text")), v.check(isCalendarKey, wanted("calendar_key_rule"))),
    on: v.exactOptional(days),
    otherwise: v.exactOptional(oneOf(CalendarOtherwise)),
    dayStartsAt: v.exactOptional(
      v.pipe(v.string(wanted("not_text")), v.regex(TIME_OF_DAY, wanted("not_time_of_day"))),
    ),
    beyond: v.exactOptional(oneOf(CalendarBeyond)),
  },
  wanted("not_object"),
) as v.GenericSchema<unknown, ScheduleCalendar>;
