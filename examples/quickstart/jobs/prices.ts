import { defineRecurringJob, type JobRegistration } from "@mojob/core";

/** Always fails: a failure with its cause, and an alarm, to look at. */
export const prices: JobRegistration = defineRecurringJob({
  key: "quickstart.prices",
  name: "Fetch prices",
  description:
    "Every minute: fails, so that there is a failure to look at; pause it when you have seen enough",
  tags: ["quickstart", "recurring"],
  cron: "0 * * * * *",
  retryCount: 1,
  retryIntervalMs: 2000,
  retention: { maxInstances: 50 },
  execute({ trigger: { nominalTime = new Date() } }) {
    const day = nominalTime.toISOString().slice(0, 10);
    throw new Error(`No prices for ${day}: the supplier's server responded with status 404`);
  },
});
