import { JOB_STATES, type JobState, type Overview } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut } from "../schemas/fields.ts";
import { type CompletionMinuteJson, completionMinuteSchema, completionSteps } from "./completion-steps.ts";

export interface OverviewJson {
  readonly counts: Readonly<Record<JobState, number>>;
  readonly jobs: Overview["jobs"];
  readonly upcoming: readonly { readonly jobKey: string; readonly name: string; readonly at: string }[];
  readonly completions: readonly CompletionMinuteJson[];
  readonly workers: number;
  readonly running: number;
}

const number = v.number();

export const overviewSchema: Parser<OverviewJson> = v.object({
  counts: v.pipe(
    v.object(
      Object.fromEntries(JOB_STATES.map((state) => [state, number])) as Record<JobState, typeof number>,
    ),
    v.description("Runs by state"),
  ),
  jobs: v.object({ total: number, recurring: number, triggered: number, paused: number, disabled: number }),
  upcoming: v.pipe(
    v.array(v.object({ jobKey: v.string(), name: v.string(), at: instantOut })),
    v.description("The next fires over all jobs, soonest first"),
  ),
  completions: v.pipe(
    v.array(completionMinuteSchema),
    v.description("The last hour, minute by minute; minutes without any left out"),
  ),
  workers: number,
  running: number,
});

export function overviewJson(overview: Overview): OverviewJson {
  return {
    counts: overview.counts,
    jobs: overview.jobs,
    upcoming: overview.upcoming.map(({ at, ...fire }) => ({ ...fire, at: at.toISOString() })),
    completions: completionSteps(overview.completions, 1),
    workers: overview.workers,
    running: overview.running,
  };
}
