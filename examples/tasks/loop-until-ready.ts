import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A job runs again until its result says that nothing is left, and at most five times: then the task fails, and says which loop it was.

let rows = 0;
const load = defineTriggeredJob<{ batch: number }, { left: number }>({
  key: "shop.load",
  execute({ batch }) {
    rows -= batch;
    return { left: Math.max(0, rows) };
  },
});

const tell = defineTriggeredJob<{ text: string }>({
  key: "shop.tell",
  execute: ({ text }) => console.log(text),
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [load, tell],
  hooks: { onRunEnd: () => {} },
});

await scheduler.jobs.create({
  key: "shop.load-all",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      nodes: [
        {
          id: "again",
          type: "condition",
          pre: [{ node: "left", branch: "some" }],
          branches: [{ name: "go", when: "true" }],
          loop: { maxVisits: 5 },
        },
        {
          id: "load",
          type: "job",
          job: { key: "shop.load" },
          pre: [{ node: "again", branch: "go" }],
          params: [{ name: "batch", value: 100 }],
        },
        {
          id: "left",
          type: "condition",
          pre: [{ node: "load" }],
          branches: [{ name: "some", when: "$.JOB['load'].RESULT.left > 0" }],
          else: "none",
        },
        {
          id: "tell",
          type: "job",
          job: { key: "shop.tell" },
          pre: [{ node: "left", branch: "none" }],
          params: [{ name: "text", value: "all rows are loaded" }],
        },
      ],
    },
  },
});

for (const count of [250, 900]) {
  rows = count;
  const { id } = await scheduler.trigger("shop.load-all");
  const { state, error } = await scheduler.ended(id);
  const runs = await scheduler.instances.children(id);
  const loads = runs.filter(({ jobKey }) => jobKey === "shop.load").length;
  console.log(`${count} rows: ${state} after ${loads} loads${error === null ? "" : `, ${error.message}`}`);
}

await close();
