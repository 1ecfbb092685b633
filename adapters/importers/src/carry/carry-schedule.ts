import { isMoJobError } from "@mojob/core";
import { parseCron } from "@mojob/core/engine";
import { type Finding, info, warning } from "../finding.ts";
import { ImportMistake } from "../import-mistake.ts";
import {
  type OldCron,
  type OldDialect,
  type OldInterval,
  type OldSchedule,
  rulesOf,
} from "../old/old-schedule.ts";
import { type FindingCode, findingText, type ImportLocale } from "../words/finding-words.ts";
import { carryCronParser } from "./carry-cron-parser.ts";
import { carryCrontab } from "./carry-crontab.ts";
import { carryQuartz } from "./carry-quartz.ts";
import type { CarriedCron, CarriedSchedule } from "./carried-schedule.ts";
import { intervalCrons } from "./interval-crons.ts";

const CARRY: Readonly<Record<OldDialect, (text: string) => CarriedCron>> = {
  quartz: carryQuartz,
  crontab: carryCrontab,
  cronParser: carryCronParser,
};

type Written = Pick<CarriedSchedule["options"], "cron" | "cronDialect" | "timeZone" | "dst"> &
  Partial<Pick<CarriedSchedule["options"], "schedules">>;

/** A schedule in our options, with all that differs. One that cannot be carried over becomes none, and says so. */
export function carrySchedule(schedule: OldSchedule, locale: ImportLocale): CarriedSchedule {
  const { options, findings } = "everyMs" in schedule ? carryInterval(schedule) : carryCron(schedule, locale);
  return {
    options: {
      schedules: [],
      ...options,
      startTime: schedule.startAt?.toISOString() ?? null,
      endTime: schedule.endAt?.toISOString() ?? null,
    },
    findings,
  };
}

const DEFAULT_DST = { gap: "shift", overlap: "first" } as const;

function carryInterval({ everyMs, anchor }: OldInterval): { options: Written; findings: readonly Finding[] } {
  const crons = intervalCrons(everyMs, anchor?.getTime() ?? 0);
  const [cron = null, ...others] = crons;
  const schedules = others.map((other, index) => ({ name: `part-${index + 2}`, cron: other }));
  const options = { cron, schedules, cronDialect: "standard", timeZone: "UTC", dst: DEFAULT_DST } as const;
  if (cron === null)
    return { options, findings: [warning("interval_not_carried", "cron", { seconds: everyMs / 1000 })] };
  return {
    options,
    findings: [
      schedules.length === 0
        ? info("interval_clock", "cron", { cron })
        : info("interval_schedules", "schedules", { count: crons.length, crons: crons.join("; ") }),
      ...(anchor === null ? [warning("interval_phase", "cron")] : []),
    ],
  };
}

function carryCron(
  { dialect, text, timeZone }: OldCron,
  locale: ImportLocale,
): { options: Written; findings: readonly Finding[] } {
  try {
    rulesOf({ dialect, text, timeZone });
    const { findings, ...written } = CARRY[dialect](text);
    parseCron(written.cron, { seed: "import", dialect: written.cronDialect });
    return { options: { ...written, timeZone }, findings };
  } catch (error) {
    const reason = reasonOf(error, locale);
    return {
      options: { cron: null, cronDialect: "standard", timeZone, dst: DEFAULT_DST },
      findings: [warning("cron_not_carried", "cron", { cron: text, reason })],
    };
  }
}

function reasonOf(error: unknown, locale: ImportLocale): string {
  if (error instanceof ImportMistake) return findingText(error.code as FindingCode, error.parameters, locale);
  if (isMoJobError(error)) return error.message;
  throw error;
}
