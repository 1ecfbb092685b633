import { setTimeout as wait } from "node:timers/promises";
import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const reportArgs = v.strictObject({
  steps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 10),
  stepMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000)), 500),
});

/** Shows progress and log lines while it runs. */
export const report: JobRegistration = defineTriggeredJob({
  key: "quickstart.report",
  name: "Report",
  description:
    "Works through `steps` of `stepMs` each with progress and a log line; one at a time, so start a second one meanwhile to see it Skipped",
  tags: ["quickstart", "progress"],
  args: toStandardJsonSchema(reportArgs),
  async execute({ steps, stepMs }, { signal, progress, log }) {
    for (let step = 1; step <= steps; step += 1) {
      await wait(stepMs, null, { signal });
      log.info(`Step ${step} of ${steps} done`);
      progress(step / steps, `${step} of ${steps}`);
    }
    return { steps };
  },
});
