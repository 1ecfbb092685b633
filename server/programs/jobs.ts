import { defineRecurringJob, defineTriggeredJob, type JobRegistration } from "@mojob/core";

/** What the workers run: put your own here. */
export const jobs: readonly JobRegistration[] = [
  defineTriggeredJob({ key: "hello", maxConcurrency: null, execute: (name) => `Hello ${String(name)}` }),
  defineRecurringJob({ key: "heartbeat", cron: "0 * * * * *", execute: ({ log }) => log.info("alive") }),
];
