import { invalidInput } from "../base/input.ts";
import { canonicalJson, copyJson, type JsonObject, type JsonValue } from "../base/json.ts";
import { compileSchedule } from "../cron/schedule.ts";
import { JobKind } from "../job/job-kind.ts";
import type { JobDefaults, ResolvedJobOptions, ScheduleOptions } from "../job/job-options.ts";
import type { StatedOptions } from "./option-schema.ts";

/** What holds where nobody says otherwise (seed row M4 to M9). */
export const JOB_DEFAULTS: Required<{ [Key in keyof JobDefaults]: Required<Defined<JobDefaults[Key]>> }> = {
  maxConcurrency: 1,
  retryCount: 0,
  retryIntervalMs: 0,
  timeoutMs: 3_600_000,
  priority: 3,
  retention: { maxInstances: 1000, maxAgeDays: 30 },
  timeZone: "UTC",
  misfire: { policy: "fireOnce", graceMs: 5000 },
  dst: { gap: "shift", overlap: "first" },
};

type Defined<Value> = Exclude<Value, undefined>;

/** Every option with its value: what the code states, else the global default, else ours. */
export function resolveJobOptions(
  kind: JobKind,
  stated: StatedOptions,
  typeName: string,
  defaults: JobDefaults = {},
): ResolvedJobOptions {
  const base: ResolvedJobOptions = {
    name: typeName,
    description: "",
    disabled: false,
    maxConcurrency:
      defaults.maxConcurrency === undefined ? JOB_DEFAULTS.maxConcurrency : defaults.maxConcurrency,
    retryCount: defaults.retryCount ?? JOB_DEFAULTS.retryCount,
    retryIntervalMs: defaults.retryIntervalMs ?? JOB_DEFAULTS.retryIntervalMs,
    timeoutMs: defaults.timeoutMs ?? JOB_DEFAULTS.timeoutMs,
    priority: defaults.priority ?? JOB_DEFAULTS.priority,
    tags: [],
    retention: { ...JOB_DEFAULTS.retention, ...defaults.retention },
    schedule:
      kind === JobKind.Recurring
        ? {
            cron: null,
            timeZone: defaults.timeZone ?? JOB_DEFAULTS.timeZone,
            startTime: null,
            endTime: null,
            misfire: { ...JOB_DEFAULTS.misfire, ...defaults.misfire },
            dst: { ...JOB_DEFAULTS.dst, ...defaults.dst },
          }
        : null,
  };
  return applyStatedOptions(base, stated);
}

/** The options with what was stated put over them; what was left out stays. */
export function applyStatedOptions(options: ResolvedJobOptions, stated: StatedOptions): ResolvedJobOptions {
  const { schedule } = options;
  return {
    name: stated.name ?? options.name,
    description: stated.description ?? options.description,
    disabled: stated.disabled ?? options.disabled,
    maxConcurrency: stated.maxConcurrency === undefined ? options.maxConcurrency : stated.maxConcurrency,
    retryCount: stated.retryCount ?? options.retryCount,
    retryIntervalMs: stated.retryIntervalMs ?? options.retryIntervalMs,
    timeoutMs: stated.timeoutMs ?? options.timeoutMs,
    priority: stated.priority ?? options.priority,
    tags: stated.tags ?? options.tags,
    retention: {
      maxInstances: stated.retention?.maxInstances ?? options.retention.maxInstances,
      maxAgeDays: stated.retention?.maxAgeDays ?? options.retention.maxAgeDays,
    },
    schedule: schedule && {
      cron: stated.cron === undefined ? schedule.cron : stated.cron,
      timeZone: stated.timeZone ?? schedule.timeZone,
      startTime: stated.startTime === undefined ? schedule.startTime : stated.startTime,
      endTime: stated.endTime === undefined ? schedule.endTime : stated.endTime,
      misfire: {
        policy: stated.misfire?.policy ?? schedule.misfire.policy,
        graceMs: stated.misfire?.graceMs ?? schedule.misfire.graceMs,
      },
      dst: { gap: stated.dst?.gap ?? schedule.dst.gap, overlap: stated.dst?.overlap ?? schedule.dst.overlap },
    },
  };
}

/**
 * Checks what only all options together show.
 * @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone or an end that is not after the start
 */
export function assertSchedule(schedule: ScheduleOptions, jobKey: string, doing: string): void {
  const { cron, timeZone, dst, startTime, endTime } = schedule;
  // A job without a cron still needs a zone that exists: giving it a cron later must not fail on the zone.
  compileSchedule({ cron: cron ?? "0 0 0 * * *", timeZone, dst, seed: jobKey });
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    throw invalidInput(doing, [
      { pointer: "/endTime", message: `must be after startTime (${startTime.toISOString()})` },
    ]);
  }
}

/** The options as one flat JSON object, with the names the API and the code use. */
export function flattenOptions({ schedule, ...common }: ResolvedJobOptions): JsonObject {
  return copyJson({ ...common, ...schedule }) as JsonObject;
}

/** The options whose two values differ, with both. */
export function differingOptions(
  code: ResolvedJobOptions,
  stored: ResolvedJobOptions,
): { readonly field: string; readonly code: JsonValue; readonly stored: JsonValue }[] {
  const codeFlat = flattenOptions(code);
  const storedFlat = flattenOptions(stored);
  return Object.keys(codeFlat)
    .map((field) => ({ field, code: codeFlat[field] ?? null, stored: storedFlat[field] ?? null }))
    .filter(({ code, stored }) => canonicalJson(code) !== canonicalJson(stored));
}
