import { setTimeout } from "node:timers/promises";
import { defineTriggeredJob, type MoJobScheduler } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A person approves or refuses, with a form; then something outside says that it is ready. Neither takes a worker while the task waits.

const tell = defineTriggeredJob<{ text: string }>({
  key: "shop.tell",
  execute: ({ text }) => console.log(text),
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [tell],
  hooks: { onRunEnd: () => {} },
});

await scheduler.jobs.create({
  key: "shop.raise-prices",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      nodes: [
        {
          id: "agreed",
          type: "approval",
          form: {
            type: "object",
            properties: { percent: { type: "number", maximum: 10 } },
            required: ["percent"],
          },
          by: {},
          timeoutMs: 86_400_000,
          onTimeout: "refused",
        },
        {
          id: "catalogue",
          type: "wait",
          pre: [{ node: "agreed", branch: "approved" }],
          for: { signal: "catalogue-printed" },
          timeoutMs: 86_400_000,
        },
        {
          id: "raise",
          type: "job",
          job: { key: "shop.tell" },
          pre: [{ node: "catalogue" }],
          params: [
            {
              name: "text",
              expression: "'raised by ' + string($.JOB['agreed'].RESULT.percent) + ' percent'",
            },
          ],
        },
        {
          id: "keep",
          type: "job",
          job: { key: "shop.tell" },
          pre: [{ node: "agreed", branch: "refused" }],
          params: [{ name: "text", value: "prices stay" }],
        },
      ],
    },
  },
});

async function waiting(shop: MoJobScheduler, id: string, node: string): Promise<void> {
  const isWaiting = async (): Promise<boolean> =>
    (await shop.tasks.get(id)).nodes.some((one) => one.id === node && one.status === "Waiting");
  while (!(await isWaiting().catch(() => false))) await setTimeout(10);
}

const yes = await scheduler.trigger("shop.raise-prices");
await waiting(scheduler, yes.id, "agreed");
const tooMuch = { type: "approve", node: "agreed", branch: "approved", form: { percent: 50 } } as const;
const refused = await scheduler.tasks.operate(yes.id, tooMuch).catch((error: { code: string }) => error.code);
console.log("50 percent:", refused);
await scheduler.tasks.operate(yes.id, { ...tooMuch, form: { percent: 3 } });
await waiting(scheduler, yes.id, "catalogue");
await scheduler.tasks.operate(yes.id, { type: "signal", signal: "catalogue-printed" });
console.log("approved:", (await scheduler.ended(yes.id)).state);

const no = await scheduler.trigger("shop.raise-prices");
await waiting(scheduler, no.id, "agreed");
await scheduler.tasks.operate(no.id, {
  type: "approve",
  node: "agreed",
  branch: "refused",
  form: { percent: 0 },
});
console.log("refused:", (await scheduler.ended(no.id)).state);

await close();
