import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// One import a customer at a time; what comes meanwhile waits for its turn, the urgent first, and no customer waits for another.

const firstFile = Promise.withResolvers<void>();

const importOrders = defineTriggeredJob<{ customer: string; file: string }>({
  key: "story.import-orders",
  maxConcurrency: 1,
  concurrencyKey: "args.customer",
  whenFull: "queue",
  execute: async ({ customer, file }) => {
    console.log(`begun: ${customer} ${file}`);
    if (file === "first.csv") await firstFile.promise;
  },
});

const { scheduler, close } = await startEmbedded({ app: "stories", inMemory: true, jobs: [importOrders] });

const first = await scheduler.trigger(importOrders, { customer: "ada", file: "first.csv" });
const second = await scheduler.trigger(importOrders, { customer: "ada", file: "second.csv" });
const urgent = await scheduler.trigger(
  importOrders,
  { customer: "ada", file: "urgent.csv" },
  { priority: 1 },
);
const other = await scheduler.trigger(importOrders, { customer: "grace", file: "orders.csv" });

console.log(`grace: ${(await scheduler.ended(other.id)).state}`);
firstFile.resolve();
for (const { id } of [first, urgent, second]) await scheduler.ended(id);

await close();
