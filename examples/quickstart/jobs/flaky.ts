import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const flakyArgs = v.strictObject({
  failTimes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 2),
});

/** Fails before it succeeds. */
export const flaky: JobRegistration = defineTriggeredJob({
  key: "quickstart.flaky",
  name: "Flaky",
  description:
    "Fails its first `failTimes` attempts and then succeeds; it has 2 retries, so with 3 or more it is Terminated",
  tags: ["quickstart", "retry"],
  maxConcurrency: 10,
  retryCount: 2,
  retryIntervalMs: 200,
  args: toStandardJsonSchema(flakyArgs),
  execute({ failTimes }, { attempt, log }) {
    if (attempt <= failTimes) {
      log.warn(`Attempt ${attempt} fails as asked`);
      throw new Error(`Attempt ${attempt} of ${failTimes} that fail`);
    }
    return { succeededAtAttempt: attempt };
  },
});
