import { isMoJobError } from "@mojob/core";
import { LONGEST_INTERVAL_MS, parseCron, SHORTEST_INTERVAL_MS } from "@mojob/core/engine";
import { type Finding, info, warning } from "../finding.ts";
import { ImportMistake } from "../import-mistake.ts";
import { withLowestValues } from "../old/crontab-rules.ts";
import {
  type OldCron,
  type OldDialect,
  type OldInterval,
  type OldSchedule,
  rulesOf,
} from "../old/old-schedule.ts";
import { type FindingCode, findingText, type ImportLocale } from "../words/finding-words.ts";
import { carryCroniter } from "./carry-croniter.ts";
import { carryCronParser } from "./carry-cron-parser.ts";
import { carryCrontab } from "./carry-crontab.ts";
import { carryCronUtils, carryQuartz } from "./carry-quartz.ts";
import type { CarriedCron, CarriedSchedule } from "./carried-schedule.ts";

const CARRY: Readonly<Record<OldDialect, (text: string) => CarriedCron>> = {
  quartz: carryQuartz,
  cronUtils: carryCronUtils,
  crontab: carryCrontab,
  croniter: carryCroniter,
  cronParser: carryCronParser,
};

type Written = Pick<CarriedSchedule["options"], "cron" | "cronDialect" | "timeZone" | "dst"> &
  Partial<CarriedSchedule["options"]>;

/** A schedule in our options, with all that differs. One that cannot be carried over becomes none, and says so. */
export function carrySchedule(schedule: OldSchedule, locale: ImportLocale): CarriedSchedule {
  const { options, findings } = "everyMs" in schedule ? carryInterval(schedule) : carryCron(schedule, locale);
  return {
    options: {
      everyMs: null,
      everyFrom: "start",
      startTime: schedule.startAt?.toISOString() ?? null,
      endTime: schedule.endAt?.toISOString() ?? null,
      ...options,
    },
    findings,
  };
}

const DEFAULT_DST = { gap: "shift", overlap: "first" } as const;

/** Intervals go on in their phase whenever they are imported: their start time is one of their fires, and the same one each time. */
const PHASE_FROM_MS = Date.UTC(2000, 0, 1);

function carryInterval({
  everyMs,
  anchor,
  isFromEnd = false,
  startAt,
}: OldInterval & Pick<OldSchedule, "startAt">): {
  options: Written;
  findings: readonly Finding[];
} {
  const rest = { cron: null, cronDialect: "standard", timeZone: "UTC", dst: DEFAULT_DST } as const;
  const isCarried =
    Number.isInteger(everyMs) && everyMs >= SHORTEST_INTERVAL_MS && everyMs <= LONGEST_INTERVAL_MS;
  if (!isCarried)
    return {
      options: rest,
      findings: [warning("interval_not_carried", "everyMs", { seconds: everyMs / 1000 })],
    };
  if (isFromEnd) return { options: { ...rest, everyMs, everyFrom: "end" }, findings: [] };
  if (anchor === null)
    return { options: { ...rest, everyMs }, findings: [warning("interval_phase", "startTime")] };
  const fromMs = startAt?.getTime() ?? PHASE_FROM_MS;
  const startTime = new Date(
    fromMs + ((((anchor.getTime() - fromMs) % everyMs) + everyMs) % everyMs),
  ).toISOString();
  return {
    options: { ...rest, everyMs, startTime },
    findings: [info("interval_start", "startTime", { start: startTime })],
  };
}

function carryCron(
  { dialect, text, timeZone }: OldCron,
  locale: ImportLocale,
): { options: Written; findings: readonly Finding[] } {
  try {
    rulesOf({ dialect, text: dialect === "crontab" ? withLowestValues(text) : text, timeZone });
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
