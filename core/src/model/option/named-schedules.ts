import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";
import { CronDialect } from "../cron/cron-dialect.ts";
import { flag, instantText, name, oneOf, orNull, text, wholeNumber } from "./option.ts";
import { DstGap, DstOverlap } from "./value/dst-options.ts";
import {
  IntervalFrom,
  LONGEST_INTERVAL_MS,
  LONGEST_JITTER_MS,
  SHORTEST_INTERVAL_MS,
} from "../cron/interval-from.ts";
import { scheduleCalendar } from "./schedule-calendar-schema.ts";
import { boundedList } from "../../base/issue/bounded-list.ts";
import { jsonValue } from "./value/json-value.ts";
import { LONGEST_GRACE_MS, MisfirePolicy } from "./value/misfire-options.ts";
import { isScheduleName, type NamedSchedule } from "./value/named-schedule.ts";

const MOST_SCHEDULES = 20;

/** The schedules of a job beside its own: no two of one name. */
export const namedSchedules: v.GenericSchema<unknown, readonly NamedSchedule[]> = v.pipe(
  boundedList(
    v.strictObject(
      {
        name: v.pipe(
          v.string(wanted("not_text")),
          v.check(isScheduleName, wanted("schedule_name_rule", { max: 32 })),
        ),
        cron: v.exactOptional(text(256)),
        cronDialect: v.exactOptional(oneOf(CronDialect)),
        everyMs: v.exactOptional(wholeNumber(SHORTEST_INTERVAL_MS, LONGEST_INTERVAL_MS)),
        everyFrom: v.exactOptional(oneOf(IntervalFrom)),
        jitterMs: v.exactOptional(wholeNumber(0, LONGEST_JITTER_MS)),
        timeZone: v.exactOptional(name(64)),
        startTime: v.exactOptional(orNull(instantText)),
        endTime: v.exactOptional(orNull(instantText)),
        misfire: v.exactOptional(
          v.strictObject(
            {
              policy: v.exactOptional(oneOf(MisfirePolicy)),
              graceMs: v.exactOptional(wholeNumber(0, LONGEST_GRACE_MS)),
            },
            wanted("not_object"),
          ),
        ),
        dst: v.exactOptional(
          v.strictObject(
            { gap: v.exactOptional(oneOf(DstGap)), overlap: v.exactOptional(oneOf(DstOverlap)) },
            wanted("not_object"),
          ),
        ),
        calendar: v.exactOptional(orNull(scheduleCalendar)),
        disabled: v.exactOptional(flag),
        args: v.exactOptional(jsonValue),
      },
      wanted("not_object"),
    ),
    MOST_SCHEDULES,
  ),
  v.check((list) => new Set(list.map(({ name }) => name)).size === list.length, wanted("given_twice")),
) as v.GenericSchema<unknown, readonly NamedSchedule[]>;
