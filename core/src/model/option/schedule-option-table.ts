import { CronDialect } from "../cron/cron-dialect.ts";
import {
  type CompoundOption,
  instant,
  name,
  type Option,
  OptionControl,
  OptionGroup,
  oneOf,
  orNull,
  type SharedOption,
  text,
  wholeNumber,
} from "./option.ts";
import { scheduleCalendar } from "./schedule-calendar-schema.ts";
import type { ScheduleCalendar } from "./value/schedule-calendar.ts";
import { namedSchedules } from "./named-schedules.ts";
import { DstGap, DstOverlap, type DstOptions } from "./value/dst-options.ts";
import {
  IntervalFrom,
  LONGEST_INTERVAL_MS,
  LONGEST_JITTER_MS,
  SHORTEST_INTERVAL_MS,
} from "../cron/interval-from.ts";
import { LONGEST_GRACE_MS, MisfirePolicy, type MisfireOptions } from "./value/misfire-options.ts";
import type { NamedSchedule } from "./value/named-schedule.ts";

const { Schedule } = OptionGroup;

/** The options of a recurring job alone. */
export const SCHEDULE_OPTIONS = {
  /** Five to seven fields, seconds first; `null` never fires by itself. @default null */
  cron: {
    schema: orNull(text(256)),
    default: null,
    group: Schedule,
    control: OptionControl.Cron,
  } as Option<string | null>,
  /** How the numbers of weekdays are read. @default "standard" */
  cronDialect: {
    schema: oneOf(CronDialect),
    default: CronDialect.Standard,
    group: Schedule,
    control: OptionControl.Choice,
    choices: Object.values(CronDialect),
    isShared: true,
  } as SharedOption<CronDialect>,
  /** Fires once each interval instead of by `cron`: a second to 366 days. @default null */
  everyMs: {
    schema: orNull(wholeNumber(SHORTEST_INTERVAL_MS, LONGEST_INTERVAL_MS)),
    default: null,
    group: Schedule,
    control: OptionControl.DurationLimit,
  } as Option<number | null>,
  /** Whether the interval counts from the fire before or from the end of its run. @default "start" */
  everyFrom: {
    schema: oneOf(IntervalFrom),
    default: IntervalFrom.Start,
    group: Schedule,
    control: OptionControl.Choice,
    choices: Object.values(IntervalFrom),
  } as Option<IntervalFrom>,
  /** Each fire begins up to this long after its time, and always equally long; 0 begins all on time. @default 0 */
  jitterMs: {
    schema: wholeNumber(0, LONGEST_JITTER_MS),
    default: 0,
    group: Schedule,
    control: OptionControl.Duration,
    isShared: true,
  } as SharedOption<number>,
  /** An IANA name. @default "UTC" */
  timeZone: {
    schema: name(64),
    default: "UTC",
    group: Schedule,
    control: OptionControl.Zone,
    isShared: true,
  } as SharedOption<string>,
  /** No fire before it. @default null */
  startTime: {
    schema: orNull(instant),
    default: null,
    group: Schedule,
    control: OptionControl.Instant,
  } as Option<Date | null>,
  /** No fire after it; `null` is for ever. @default null */
  endTime: {
    schema: orNull(instant),
    default: null,
    group: Schedule,
    control: OptionControl.Instant,
  } as Option<Date | null>,
  /** How to treat fires that are late. */
  misfire: {
    members: {
      policy: {
        schema: oneOf(MisfirePolicy),
        default: MisfirePolicy.FireOnce,
        group: Schedule,
        control: OptionControl.Choice,
        choices: Object.values(MisfirePolicy),
      },
      graceMs: {
        schema: wholeNumber(0, LONGEST_GRACE_MS),
        default: 5000,
        group: Schedule,
        control: OptionControl.Duration,
      },
    },
    isShared: true,
  } as CompoundOption<MisfireOptions>,
  /** How to treat local times that a daylight-saving change leaves out or repeats. */
  dst: {
    members: {
      gap: {
        schema: oneOf(DstGap),
        default: DstGap.Shift,
        group: Schedule,
        control: OptionControl.Choice,
        choices: Object.values(DstGap),
      },
      overlap: {
        schema: oneOf(DstOverlap),
        default: DstOverlap.First,
        group: Schedule,
        control: OptionControl.Choice,
        choices: Object.values(DstOverlap),
      },
    },
    isShared: true,
  } as CompoundOption<DstOptions>,
  /** The days of a calendar on which it fires; `null` is every day that its expression names. @default null */
  calendar: {
    schema: orNull(scheduleCalendar),
    default: null,
    group: Schedule,
    control: OptionControl.Calendar,
  } as Option<ScheduleCalendar | null>,
  /** Schedules beside its own, each with a name. @default [] */
  schedules: {
    schema: namedSchedules,
    default: [],
    group: Schedule,
    control: OptionControl.Schedules,
  } as Option<readonly NamedSchedule[]>,
};
