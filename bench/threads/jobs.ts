import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { preciseNow } from "../embedded/figures.ts";

/** Returns when it began. */
export const stamp: JobRegistration = defineTriggeredJob({
  key: "stamp",
  isolation: "thread",
  module: import.meta.url,
  maxConcurrency: null,
  execute: () => preciseNow(),
});
