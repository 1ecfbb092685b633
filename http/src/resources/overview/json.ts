import type { Overview, RunningProcess } from "@mojob/core/engine";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { stateCounts } from "../instances/state-counts.ts";
import { completionMinuteSchema } from "./completions.ts";

export type OverviewJson = Wire<Overview>;

const number = v.number();

export const standbySchema: Parser<Wire<{ readonly runner: RunningProcess | null }>> = wireObject({
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
