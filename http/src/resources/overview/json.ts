import type { JobState } from "@mojob/core";
import type { Overview, RunningProcess } from "@mojob/core/engine";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { stateCounts } from "../instances/state-counts.ts";
import { type CompletionMinuteJson, completionMinuteSchema, completionSteps } from "./completions.ts";

export interface OverviewJson {
  readonly counts: Readonly<Record<JobState, number>>;
  readonly jobs: Overview["jobs"];
  readonly apps: readonly string[];
  readonly tags: readonly string[];
  readonly debugMode: Overview["debugMode"];
  readonly upcoming: readonly { readonly jobKey: string; readonly name: string; readonly at: string }[];
  readonly completions: readonly CompletionMinuteJson[];
  readonly workers: number;
  readonly running: number;
}

const number = v.number();

export interface StandbyJson {
  readonly runner: {
    readonly pid: number | null;
    readonly host: string | null;
    readonly since: string | null;
  } | null;
}

export const standbySchema: Parser<StandbyJson> = wireObject({
  runner: v.pipe(
    v.nullable(
      v.object({
        pid: v.nullable(number),
        host: v.pipe(v.nullable(v.string()), v.description("The machine's name")),
        since: v.nullable(instantOut),
      }),
    ),
    v.description(
      "The process that runs the jobs, as far as it is known; `null` is this one, or that no process stands by here",
    ),
  ),
});

export function standbyJson(runner: RunningProcess | null): StandbyJson {
  if (runner === null) return { runner };
  const { pid, host, since } = runner;
  return { runner: { pid, host, since: since?.toISOString() ?? null } };
}

export const debugModeSchema: Parser<Overview["debugMode"]> = wireObject({
  recurring: v.boolean(),
  triggered: v.boolean(),
});

export const overviewSchema: Parser<OverviewJson> = wireObject({
  counts: v.pipe(stateCounts, v.description("Runs by state, a broadcast with its shards as one")),
  jobs: v.object({ total: number, recurring: number, triggered: number, paused: number, disabled: number }),
  apps: v.pipe(
    v.array(v.string()),
    v.description("The apps that have jobs, workers of theirs connected or not"),
  ),
  tags: v.pipe(v.array(v.string()), v.description("The tags that jobs have")),
  debugMode: v.pipe(debugModeSchema, v.description("Which kinds of jobs run only by hand")),
  upcoming: v.pipe(
    v.array(v.object({ jobKey: v.string(), name: v.string(), at: instantOut })),
    v.description("The next fires over all jobs, soonest first; none while recurring jobs run only by hand"),
  ),
  completions: v.pipe(
    v.array(completionMinuteSchema),
    v.description(
      "The last hour, minute by minute, a broadcast with its shards as one; minutes without any left out",
    ),
  ),
  workers: number,
  running: v.pipe(number, v.description("Work under way: a broadcast and each of its shards")),
});

export function overviewJson(overview: Overview): OverviewJson {
  return {
    counts: overview.counts,
    jobs: overview.jobs,
    apps: overview.apps,
    tags: overview.tags,
    debugMode: overview.debugMode,
    upcoming: overview.upcoming.map(({ at, ...fire }) => ({ ...fire, at: at.toISOString() })),
    completions: completionSteps(overview.completions, 1),
    workers: overview.workers,
    running: overview.running,
  };
}
