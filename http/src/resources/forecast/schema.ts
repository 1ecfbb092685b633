import {
  BandKind,
  FireAction,
  type FireDecision,
  type Forecast,
  type Spread,
  type SpreadResult,
  type SpreadSuggestion,
  type Timeline,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { type Wire, wireObject } from "../../schema/wire.ts";

const count = v.number();
const orNullMs = v.nullable(v.number());

const someJobs = v.object({
  keys: v.pipe(v.array(v.string()), v.description("The first ones, at most 50")),
  total: count,
});

export const forecastSchema: Parser<Wire<Forecast>> = wireObject({
  from: instantOut,
  to: instantOut,
  bucketMs: count,
  at: v.pipe(instantOut, v.description("When it was computed: it is kept for a minute, until a job changes")),
  isWhole: v.pipe(
    v.boolean(),
    v.description("Whether every app of the tenant counts; else there is load that the caller does not see"),
  ),
  jobs: v.pipe(count, v.description("Jobs that fire by a schedule")),
  fires: count,
  buckets: v.array(
    v.object({
      at: instantOut,
      fires: count,
      expectedRunning: v.pipe(
        count,
        v.description("Runs of these fires at once, on average, by how long runs of each job usually take"),
      ),
      guessedTriggers: v.pipe(
        v.nullable(v.number()),
        v.description(
          "A guess: triggered runs, as on the same weekdays of four weeks; `null` where no sums are kept",
        ),
      ),
    }),
  ),
  storms: v.pipe(
    v.array(
      v.object({
        at: instantOut,
        fires: v.pipe(count, v.description("Fires within `withinMs`")),
        withinMs: v.pipe(count, v.description("1000 or 5000")),
        factor: v.pipe(
          count,
          v.description("How many times as many as in other stretches of five seconds, at least 1 counted"),
        ),
        jobs: v.pipe(
          v.array(v.object({ jobKey: v.string(), app: v.string(), fires: count, usualMs: orNullMs })),
          v.description("Those whose runs take longest, at most 20"),
        ),
        jobsTotal: count,
        expectedWaitMs: v.pipe(
          orNullMs,
          v.description("How long the last of them waits for a place; `null` where no limit is known"),
        ),
        drainedAt: v.pipe(
          v.nullable(instantOut),
          v.description("When none waits any more; `null` where none waits"),
        ),
      }),
    ),
    v.description(
      "More than 50 fires, and more than five times the usual, within five seconds: the greatest 50",
    ),
  ),
  overloads: v.pipe(
    v.array(
      v.object({ app: v.string(), from: instantOut, to: instantOut, expectedRunning: count, places: count }),
    ),
    v.description("Stretches in which an app needs more than 80 % of its places, at most 50"),
  ),
  places: v.pipe(
    v.array(v.object({ app: v.string(), places: orNullMs })),
    v.description(
      "How many runs the workers of each app take at once that are online; `null` for any number",
    ),
  ),
  knowsDurations: v.pipe(
    v.boolean(),
    v.description("Whether sums of ended runs are kept, of which the usual durations come"),
  ),
  unknown: v.pipe(
    someJobs,
    v.description("Jobs without runs in the last 35 days: they count with no duration"),
  ),
  fromEnds: v.pipe(
    someJobs,
    v.description("Jobs that fire after the end of the run before: they do not count"),
  ),
  dense: v.pipe(
    someJobs,
    v.description("Jobs that fire so often that they are counted by bucket, and are in no storm"),
  ),
});

export const timelineSchema: Parser<Wire<Timeline>> = wireObject({
  from: instantOut,
  to: instantOut,
  at: instantOut,
  bucketMs: count,
  buckets: v.pipe(
    v.array(
      v.object({
        at: instantOut,
        succeeded: count,
        failed: count,
        skipped: count,
        cancelled: count,
        fires: v.pipe(count, v.description("Those to come")),
      }),
    ),
    v.description("Hours, of more than 31 days days; what became of runs comes from their sums"),
  ),
  runs: v.pipe(
    v.nullable(
      v.array(
        v.object({
          id: v.string(),
          jobKey: v.string(),
          app: v.string(),
          state: v.string(),
          at: instantOut,
          endedAt: v.nullable(instantOut),
        }),
      ),
    ),
    v.description("The runs; `null` where there are more than 2,000 runs and fires"),
  ),
  fires: v.pipe(
    v.nullable(
      v.array(
        v.object({
          jobKey: v.string(),
          app: v.string(),
          schedule: v.nullable(v.string()),
          nominalTime: v.pipe(instantOut, v.description("The time that the schedule names")),
          at: v.pipe(instantOut, v.description("When it begins")),
          usualMs: orNullMs,
          action: v.pipe(
            v.nullable(v.picklist(Object.values(FireAction))),
            v.description("What somebody decided about it; `null` where nobody did"),
          ),
          runId: v.pipe(v.string(), v.description("The id that its run has or will have")),
        }),
      ),
    ),
    v.description("The fires to come; `null` as `runs`"),
  ),
  bands: v.pipe(
    v.array(
      v.object({
        kind: v.picklist(Object.values(BandKind)),
        from: instantOut,
        to: v.nullable(instantOut),
        app: v.nullable(v.string()),
        jobKey: v.nullable(v.string()),
        timeZone: v.nullable(v.string()),
        name: v.pipe(v.nullable(v.string()), v.description("The name of a window")),
        note: v.nullable(v.string()),
        by: v.nullable(v.string()),
      }),
    ),
    v.description("Stops of apps, open windows, pauses of jobs and changes of clocks, at most 200"),
  ),
  fromEnds: v.pipe(
    someJobs,
    v.description("Jobs that fire after the end of the run before: they do not count"),
  ),
});

const spreadJob = v.object({
  jobKey: v.string(),
  app: v.string(),
  revision: v.pipe(count, v.description("The revision of the job that is changed")),
  jitterMsBefore: count,
  jitterMs: count,
});

const suggestion = v.object({
  at: instantOut,
  jobs: v.array(spreadJob),
  peakBefore: v.pipe(count, v.description("The most fires within five seconds around it")),
  peakAfter: count,
  curveFrom: instantOut,
  curveMs: count,
  before: v.pipe(v.array(count), v.description("Fires in each stretch of `curveMs`")),
  after: v.array(count),
});

export const suggestionsSchema: Parser<{ readonly items: readonly Wire<SpreadSuggestion>[] }> = wireObject({
  items: v.array(suggestion),
});

const spread = v.object({
  id: v.string(),
  jobs: v.array(spreadJob),
  by: v.nullable(v.string()),
  note: v.nullable(v.string()),
  at: instantOut,
  undoneAt: v.nullable(instantOut),
});

export type SpreadJson = Wire<Omit<Spread, "tenant" | "revision">>;

export const spreadsSchema: Parser<{ readonly items: readonly SpreadJson[] }> = wireObject({
  items: v.array(spread),
});

export const spreadResultSchema: Parser<{
  readonly spread: SpreadJson;
  readonly left: Wire<SpreadResult["left"]>;
}> = wireObject({
  spread,
  left: v.pipe(
    v.array(v.object({ jobKey: v.string(), code: v.string() })),
    v.description("Jobs that were not changed, with the code of the reason"),
  ),
});

export const decisionSchema: Parser<Wire<FireDecision>> = wireObject({
  runId: v.pipe(v.string(), v.description("The id of the fire, and of the run or the Skipped record")),
  jobKey: v.string(),
  app: v.string(),
  schedule: v.nullable(v.string()),
  nominalTime: instantOut,
  action: v.picklist(Object.values(FireAction)),
  to: v.pipe(v.nullable(instantOut), v.description("When its run begins; `null` where it is skipped")),
  note: v.nullable(v.string()),
});
