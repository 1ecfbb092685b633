import type { JsonValue } from "../../../base/json.ts";
import type { CronDialect } from "../../cron/cron-dialect.ts";
import type { DstOptions } from "./dst-options.ts";
import type { IntervalFrom } from "../../cron/interval-from.ts";
import type { ScheduleCalendar } from "./schedule-calendar.ts";
import type { MisfireOptions } from "./misfire-options.ts";

/** A schedule of a job beside its own. What it leaves out, it takes from the job's option of that name. */
export interface NamedSchedule {
  /** Names it for ever: 1 to 32 letters, digits, `_` or `-`; unique in the job. */
  readonly name: string;
  /** Five to seven fields, seconds first; it has either this or `everyMs`. */
  readonly cron?: string;
  readonly cronDialect?: CronDialect;
  /** Fires once each interval, in milliseconds. */
  readonly everyMs?: number;
  /** From when the interval counts. */
  readonly everyFrom?: IntervalFrom;
  /** Each fire begins up to this long after its time. */
  readonly jitterMs?: number;
  /** An IANA name. */
  readonly timeZone?: string;
  /** No fire before it; ISO 8601. */
  readonly startTime?: string | null;
  /** No fire after it; ISO 8601. */
  readonly endTime?: string | null;
  /** How to treat fires that are late. */
  readonly misfire?: Partial<MisfireOptions>;
  /** How to treat local times that a daylight-saving change leaves out or repeats. */
  readonly dst?: Partial<DstOptions>;
  /** The days of a calendar on which it fires; `null` is every day. */
  readonly calendar?: ScheduleCalendar | null;
  /** It does not fire. @default false */
  readonly disabled?: boolean;
  /** The arguments of its fires. */
  readonly args?: JsonValue;
}

/** `<jobKey>@<ISO time>:<name>` stays within 255 characters, and a dot would be a path in a database. */
const SCHEDULE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,31}$/u;

/** Whether a text can name a schedule of a job. */
export function isScheduleName(name: string): boolean {
  return SCHEDULE_NAME.test(name);
}
