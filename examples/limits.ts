import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// One open sync of a customer, however often it is asked for; and no more than two calls of a partner's API within a second.

const syncCustomer = defineTriggeredJob<{ customer: string; since: string }>({
  key: "story.sync-customer",
  maxConcurrency: null,
  unique: "replace",
  uniqueKey: "args.customer",
  execute: ({ customer, since }) => console.log(`sync ${customer} since ${since}`),
});

const callPartner = defineTriggeredJob<{ order: number }, number>({
  key: "story.call-partner",
  maxConcurrency: null,
  rateLimit: { max: 2, perMs: 1000 },
  execute: () => Date.now(),
});

const jobs = [syncCustomer, callPartner];
const { scheduler, close } = await startEmbedded({ app: "stories", inMemory: true, jobs });

// The run that waits takes over the newer arguments.
const first = await scheduler.trigger(syncCustomer, { customer: "ada", since: "monday" }, { delayMs: 500 });
const second = await scheduler.trigger(syncCustomer, { customer: "ada", since: "tuesday" });
console.log(`one run: ${first.id === second.id}`);
await first.result();

// Five calls of two a second: the last begins in the third second.
const calls = await Promise.all([1, 2, 3, 4, 5].map((order) => scheduler.trigger(callPartner, { order })));
const begun = await Promise.all(calls.map((call) => call.result()));
console.log(`all called: ${begun.length === 5}`);

await close();
