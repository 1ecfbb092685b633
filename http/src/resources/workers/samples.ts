import { MoJobErrorCode } from "@mojob/core";
import {
  SAMPLE_RANGES,
  SAMPLE_STEPS,
  type SamplePoint,
  type SampleQuery,
  type SampleSeries,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant, instantOut } from "../../schema/fields.ts";
import { queryOneOf } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";

const number = v.number();
const measured = (description: string): Parser<number | null> =>
  v.pipe(v.nullable(number), v.description(description));

const point: Parser<Wire<SamplePoint>> = wireObject({
  at: v.pipe(instantOut, v.description("The beginning of the step; of a sample its end")),
  samples: v.pipe(number, v.description("How many samples it is of")),
  processor: measured("Processors in use on average: 1 is one; `null` where the runtime does not say"),
  processorMax: measured("The most of a sample"),
  memoryBytes: measured("Resident memory on average"),
  memoryBytesMax: measured("The most of a sample"),
  loopDelayMs: measured("The longest delay of the event loop"),
  loopDelayP99Ms: measured("The highest of the delays that 99 % of the turns of a sample kept below"),
  running: v.pipe(number, v.description("Of each sample the most runs at once, on average")),
  runningMax: number,
  limit: v.pipe(v.nullable(number), v.description("Its places at the end; `null` is unlimited")),
});

export const sampleSeriesSchema: Parser<Wire<SampleSeries>> = wireObject({
  worker: v.pipe(v.string(), v.description("The worker's id, as of its latest start")),
  app: v.string(),
  name: v.pipe(v.string(), v.description("The name that stays when it is started again")),
  place: v.pipe(
    number,
    v.description("Distinguishes workers of one name that are there at the same time, from 1"),
  ),
  step: v.pipe(v.picklist(SAMPLE_STEPS), v.description("How long each step is; `sample`: as it measures")),
  from: instantOut,
  to: instantOut,
  points: v.pipe(
    v.array(point),
    v.description("The earliest first; a step without samples has none, and there are at most 4,320"),
  ),
});

const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** What workers used of their machines. */
export function createSampleRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/workers/:id/samples`,
      uses: ["samples.ofWorker"],
      operationId: "getWorkerSamples",
      tag: RouteTag.Workers,
      summary: "Show what a worker used over a time",
      description:
        "Processors, memory, event loop and places of its process, with those of the workers before it under its name. Samples are kept for 6 hours, " +
        "steps of five minutes for 3 days, hours for 90 days, days for 400.",
      path: PATH,
      query: strictObject({
        range: v.optional(
          queryOneOf(SAMPLE_RANGES, "A time up to now, instead of `from` and `to`; the default is 1h"),
        ),
        from: v.optional(instant("The beginning")),
        to: v.optional(instant("The end; the default is now")),
        step: v.optional(
          queryOneOf(
            SAMPLE_STEPS,
            "How long each step is; the default is the shortest that is kept for the time, with at most some hundred points",
          ),
        ),
      }),
      responses: { 200: { description: "The samples", schema: sampleSeriesSchema } },
      problems: [MoJobErrorCode.WorkerNotFound, MoJobErrorCode.InvalidArgument],
      handle: async ({ path: { id }, query, scheduler }) =>
        jsonResponse(toWire(await scheduler.samples.ofWorker(id, stated<SampleQuery>(query)))),
    }),
  ];
}
