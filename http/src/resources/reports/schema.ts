import { type Report, REPORT_SUBJECTS, type ReportState, type WorstReport } from "@mojob/core/engine";
import { RollupGrain } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { type Wire, wireObject } from "../../schema/wire.ts";

export type ReportJson = Wire<Report>;

const count = v.number();
const ms = v.nullable(v.number());

const spread = v.pipe(
  v.object({
    count: v.pipe(count, v.description("How many runs it is of")),
    meanMs: ms,
    p50Ms: v.pipe(v.nullable(v.number()), v.description("To 5 %, as `p95Ms`; `null` where it is of no run")),
    p95Ms: ms,
    maxMs: ms,
  }),
);

const figures = {
  runs: v.pipe(count, v.description("Runs that ended; a broadcast or a task with its parts as one")),
  succeeded: count,
  terminated: count,
  cancelled: count,
  skipped: count,
  successRate: v.pipe(
    v.nullable(v.number()),
    v.description(
      "Which part of those that succeeded or failed for good succeeded, 0 to 1; `null` where none did",
    ),
  ),
  retries: v.pipe(count, v.description("Attempts after the first, those after a snooze included")),
  workMs: v.pipe(
    count,
    v.description("How long workers were at the latest attempts, parts of runs included, in milliseconds"),
  ),
  cpuMs: v.pipe(
    v.nullable(v.number()),
    v.description(
      "Processor time of those attempts whose programs or threads were measured, in milliseconds; `null` where none was",
    ),
  ),
  peakMemoryBytes: v.pipe(
    v.nullable(v.number()),
    v.description("The most resident memory of one of them; `null` where none was measured"),
  ),
  duration: v.pipe(spread, v.description("From begin to end, of runs that succeeded or failed for good")),
  wait: v.pipe(spread, v.description("From the queue to the begin, of runs that began once")),
  lateness: v.pipe(spread, v.description("From when they were due to the begin, of runs that began once")),
};

const names = v.array(v.object({ name: v.string(), count }));

const total = v.object({
  ...figures,
  codes: v.pipe(
    names,
    v.description(
      "Failures by their code, with a number of its author as `job_error/1042`: the most frequent first, at most 50 and `other`",
    ),
  ),
  causes: v.pipe(
    names,
    v.description("Why runs were skipped or cancelled: the codes of the reasons, as many"),
  ),
});

const head = {
  from: instantOut,
  to: instantOut,
  grain: v.pipe(v.picklist([RollupGrain.Hour, RollupGrain.Day]), v.description("How long each bucket is")),
  by: v.picklist(REPORT_SUBJECTS),
  countedAt: v.pipe(
    v.nullable(instantOut),
    v.description("When runs were last added to what reports are made of; `null` before the first time"),
  ),
};

export const reportSchema: Parser<ReportJson> = wireObject({
  ...head,
  total,
  before: v.pipe(total, v.description("The time of the same length before it")),
  buckets: v.pipe(
    v.array(v.object({ at: instantOut, ...figures })),
    v.description("All hours or days, the earliest first"),
  ),
  subjects: v.pipe(
    v.array(
      v.object({
        id: v.pipe(
          v.string(),
          v.description("The name of the app, job, executor or tag; of a node `<task>#<node>`"),
        ),
        app: v.pipe(v.nullable(v.string()), v.description("`null` for a tag")),
        total,
        before: total,
      }),
    ),
    v.description("Those with the most runs first, at most 100; none by tenant"),
  ),
  subjectsTotal: v.pipe(count, v.description("How many subjects there are")),
  busiest: v.pipe(
    v.array(v.object({ at: instantOut, runs: count })),
    v.description("Minutes in which the most runs ended, at most 10: by hours, of all runs or of apps"),
  ),
  marks: v.pipe(
    v.array(
      v.object({
        at: instantOut,
        id: v.pipe(v.string(), v.description("The act, as the history has it")),
        kind: v.string(),
        app: v.nullable(v.string()),
        jobKey: v.nullable(v.string()),
        by: v.nullable(v.string()),
      }),
    ),
    v.description(
      "What people and programs changed, stopped, started or deployed, the newest first, at most 50: for those who hold `jobs:read`",
    ),
  ),
});

export type WorstReportJson = Wire<WorstReport>;

const worse = v.array(
  v.object({ id: v.string(), app: v.nullable(v.string()), now: count, before: count, change: count }),
);

export const worstReportSchema: Parser<WorstReportJson> = wireObject({
  ...head,
  failures: v.pipe(worse, v.description("By how many more runs failed for good")),
  duration: v.pipe(
    worse,
    v.description("By the growth of the 95th percentile of the duration, in milliseconds"),
  ),
  lateness: v.pipe(
    worse,
    v.description("By the growth of the 95th percentile of the lateness, in milliseconds"),
  ),
});

export const reportStateSchema: Parser<Wire<ReportState>> = wireObject({
  countedAt: head.countedAt,
  rebuild: v.pipe(
    v.nullable(v.object({ since: instantOut, begunAt: instantOut })),
    v.description("Sums that are made again now; `null` where none are"),
  ),
});
