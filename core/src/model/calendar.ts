import type { CronDialect } from "./cron/cron-dialect.ts";
import type { IntervalFrom } from "./cron/interval-from.ts";
import type { DstOptions } from "./option/value/dst-options.ts";

/** Whether a day is one of work, whatever its weekday. */
export const CalendarDayKind = { Work: "work", Off: "off" } as const;
export type CalendarDayKind = (typeof CalendarDayKind)[keyof typeof CalendarDayKind];

/** Which days are days of work: what a calendar says of a day itself, else the first of those that it extends, else the weekday. */
export interface Calendar {
  /** Names it for ever, in the options of jobs. */
  readonly key: string;
  readonly tenant: string;
  /** Counts its changes from 1. */
  readonly revision: number;
  readonly name: string;
  /** The weekdays that are off: 1 is Monday, 7 is Sunday. */
  readonly weekend: readonly number[];
  /** Keys of calendars whose days hold where it says nothing, the first before the others. */
  readonly extends: readonly string[];
  /** By civil day, such as `2026-02-14`. */
  readonly days: Readonly<Record<string, CalendarDayKind>>;
  /** What days are called, by civil day. */
  readonly names: Readonly<Record<string, string>>;
  /** The first and the last day that it knows; days beyond are estimated by their weekday. `null` is without an end. */
  readonly coveredFrom: string | null;
  readonly coveredTo: string | null;
  /** Where its days came from, for people; `null` for those that were entered by hand. */
  readonly source: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Who changed it last: `user:li`; `null` is the program itself. */
  readonly changedBy: string | null;
}

/** A calendar with what it says after all that it extends. */
export interface CalendarDetail {
  readonly calendar: Calendar;
  /** The days that it has from those it extends, and does not say itself. */
  readonly inherited: Pick<Calendar, "days" | "names">;
  /** The last day that it and all that it extends know; `null` is without an end. */
  readonly knownTo: string | null;
  /** How many jobs the caller reads that fire by it or by one that extends it. */
  readonly jobs: number;
}

/** What an edit does to the fires of the next 400 days. */
export interface CalendarPreview {
  /** Fires that begin at another time. */
  readonly moved: number;
  /** Fires that are not owed any more. */
  readonly removed: number;
  /** Fires that are owed besides. */
  readonly added: number;
  /** The jobs of them that the caller reads, those with most changes first, at most 20. */
  readonly jobs: readonly CalendarPreviewJob[];
  /** How many jobs it changes. */
  readonly changed: number;
}

export interface CalendarPreviewJob {
  readonly jobKey: string;
  readonly moved: number;
  readonly removed: number;
  readonly added: number;
  /** The first of its fires that change, at most 5: `from` is `null` for one that is added, `to` for one that is removed. */
  readonly first: readonly { readonly from: Date | null; readonly to: Date | null }[];
}

/** What an import has made or would make. */
export interface CalendarImport {
  readonly calendar: Calendar;
  readonly isNew: boolean;
  readonly preview: CalendarPreview;
  /** Entries that say nothing about a whole day, and were left out. */
  readonly ignored: number;
}

/** A schedule before it is stored, whose fires are wanted. */
export interface CalendarFiresRequest {
  /** It has either this or `everyMs`. */
  readonly cron?: string;
  readonly cronDialect: CronDialect;
  readonly everyMs?: number;
  readonly everyFrom: IntervalFrom;
  readonly jitterMs: number;
  readonly timeZone: string;
  readonly dst: DstOptions;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  /** The option of a job. */
  readonly calendar: unknown;
  /** Fires after it. */
  readonly from: Date;
  readonly count: number;
  /** What `H` is hashed from: the key of a job. */
  readonly seed: string;
}

/** The fires of a schedule on the days of its calendar. */
export interface CalendarFires {
  readonly fires: readonly CalendarFire[];
  /** The days up to the last of them on which the schedule names a time and does not fire, at most 20. */
  readonly skipped: readonly NamedDay[];
}

export interface CalendarFire {
  readonly at: Date;
  /** The time that the schedule names. */
  readonly nominal: Date;
  /** The day that it was moved away from; `null` for one that was not moved. */
  readonly movedBy: NamedDay | null;
  /** Whether the calendar does not know its day. */
  readonly isEstimated: boolean;
  /** How many times that the schedule names are this one fire, moved ones among them. */
  readonly together: number;
}

export interface NamedDay {
  /** Such as `2026-10-01`. */
  readonly day: string;
  /** What the calendar calls it. */
  readonly name: string | null;
}
