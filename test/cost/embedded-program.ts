import { defineRecurringJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// What `bundle.test.ts` bundles; it is not run.

const job = defineRecurringJob({ key: "ledger.close", cron: "0 0 1 * * *", execute: () => {} });
await startEmbedded({ app: "shop", inMemory: true, jobs: [job] });
