import process from "node:process";
import { defineRecurringJob, startScheduler } from "@mojob/scheduler";

// A scheduler in a container of its own: its file lies on a volume, so that a new container goes on where the last one stopped.

const { MOJOB_TOKEN: token = "", DATA = "/data", PORT = "7788" } = process.env;

const closeDay = defineRecurringJob({
  key: "ledger.close-day",
  cron: "0 0 1 * * *",
  timeZone: "Europe/Berlin",
  // Below the container's stop_grace_period, so that what runs can end.
  timeoutMs: 30_000,
  execute: ({ log }) => log.info("The books of the day are closed"),
});

const { url } = await startScheduler({
  app: "ledger",
  jobs: [closeDay],
  file: `${DATA}/scheduler.db`,
  hostname: "0.0.0.0",
  port: Number(PORT),
  token,
  // While the old container ends, the new one waits for the file.
  whenHeld: "wait",
});
console.log(`listening ${url}`);
