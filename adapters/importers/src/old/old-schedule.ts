import { cronParserRules } from "./cron-parser-rules.ts";
import { croniterRules } from "./croniter-rules.ts";
import { crontabRules } from "./crontab-rules.ts";
import { intervalFires } from "./interval-fires.ts";
import type { OldFires } from "./old-fires.ts";
import { cronUtilsRules, quartzRules } from "./quartz-rules.ts";
import type { ClockSpan } from "./wall-clock.ts";
import { wallFires } from "./wall-fires.ts";
import type { WallRules } from "./wall-rules.ts";

/** The program whose rules an expression follows. */
export const OldDialect = {
  Quartz: "quartz",
  /** The library with which PowerJob reads Quartz's expressions. */
  CronUtils: "cronUtils",
  Crontab: "crontab",
  /** The package with which Airflow reads its expressions; seconds come first here. */
  Croniter: "croniter",
  /** The package that Agenda and BullMQ use. */
  CronParser: "cronParser",
} as const;
export type OldDialect = (typeof OldDialect)[keyof typeof OldDialect];

/** When a job fired where it comes from. */
export type OldSchedule = (OldCron | OldInterval) & {
  readonly startAt?: Date;
  readonly endAt?: Date;
};

export interface OldCron {
  readonly dialect: OldDialect;
  readonly text: string;
  readonly timeZone: string;
}

export interface OldInterval {
  readonly everyMs: number;
  /** One of its fires; `null` where the source does not say any. */
  readonly anchor: Date | null;
  /** It counts from the end of the run before, so that its times depend on its runs. @default false */
  readonly isFromEnd?: boolean;
}

const RULES: Readonly<Record<OldDialect, (text: string) => WallRules>> = {
  quartz: quartzRules,
  cronUtils: cronUtilsRules,
  crontab: crontabRules,
  croniter: croniterRules,
  cronParser: cronParserRules,
};

/** The scheduler, or its package, that the rules of a dialect are held to by tests, with random expressions. */
export const ORACLES: Readonly<Record<OldDialect, string>> = {
  quartz: "Quartz 2.3.2",
  cronUtils: "cron-utils 9.2.1",
  crontab: "Debian's cron 3.0pl1-162",
  croniter: "croniter 7.0.0",
  cronParser: "cron-parser 5.10",
};

/** @throws ImportMistake for an expression that its scheduler would refuse */
export function rulesOf({ dialect, text }: OldCron): WallRules {
  return RULES[dialect](text);
}

/** `spansOf` reads the offsets of a zone. @throws ImportMistake as `rulesOf` */
export function oldFires(
  schedule: OldSchedule,
  spansOf: (timeZone: string) => readonly ClockSpan[],
): OldFires {
  const fires =
    "everyMs" in schedule
      ? intervalFires(schedule.everyMs, schedule.anchor?.getTime() ?? 0)
      : wallFires(rulesOf(schedule), spansOf(schedule.timeZone));
  const from = schedule.startAt?.getTime() ?? -Infinity;
  // The end belongs to it.
  const to = schedule.endAt === undefined ? Infinity : schedule.endAt.getTime() + 1;
  return {
    between: (fromMs, toMs) => fires.between(Math.max(from, fromMs), Math.min(to, toMs)),
    count: (fromMs, toMs) =>
      Math.max(from, fromMs) < Math.min(to, toMs)
        ? fires.count(Math.max(from, fromMs), Math.min(to, toMs))
        : 0,
  };
}
