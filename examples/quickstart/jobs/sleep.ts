import { setTimeout as wait } from "node:timers/promises";
import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const sleepArgs = v.strictObject({
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)),
  outcome: v.optional(v.picklist(["succeed", "fail"]), "succeed"),
  value: v.optional(v.pipe(v.unknown(), v.description("Becomes the result; any JSON")), null),
  ignoreSignal: v.optional(
    v.pipe(v.boolean(), v.description("Continues after it was asked to end, as badly behaved code does")),
    false,
  ),
});

/** Takes the time of its arguments and ends as they say. */
export const sleep: JobRegistration = defineTriggeredJob({
  key: "quickstart.sleep",
  name: "Sleep",
  description:
    "Waits `ms`, then succeeds with `value` or fails; cancel it, or let it `ignoreSignal` and see what becomes of it; any number at once",
  tags: ["quickstart", "cancel"],
  maxConcurrency: null,
  args: toStandardJsonSchema(sleepArgs),
  async execute({ ms, outcome, value, ignoreSignal }, { signal }) {
    await wait(ms, null, ignoreSignal ? {} : { signal });
    if (outcome === "fail") throw new Error(`Failed after ${ms} ms as asked`);
    return value;
  },
});
