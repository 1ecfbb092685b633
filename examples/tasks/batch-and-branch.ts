import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// The sums of several files are added up; a total that is too small goes another way, and a file that is missing is told.

const count = defineTriggeredJob<{ file: string }, { lines: number }>({
  key: "story.count",
  maxConcurrency: null,
  execute: ({ file }) => {
    if (file === "missing.txt") throw new Error(`there is no ${file}`);
    return { lines: file.length };
  },
});

const tell = defineTriggeredJob<{ text: string }>({
  key: "story.tell",
  execute: ({ text }) => console.log(text),
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "stories",
  inMemory: true,
  jobs: [count, tell],
  hooks: { onRunEnd: () => {} },
});

await scheduler.jobs.create({
  key: "story.nightly",
  app: "stories",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      params: [{ name: "files", type: "json", required: true }],
      nodes: [
        {
          id: "count",
          type: "job",
          job: { key: "story.count" },
          each: { items: "$.TASK.PARAMS.files" },
          params: [{ name: "file", expression: "$.ITEM" }],
        },
        {
          id: "enough",
          type: "condition",
          pre: [{ node: "count" }],
          branches: [{ name: "yes", when: "sum($.JOB['count'][*].RESULT.lines) > 20" }],
          else: "no",
        },
        {
          id: "report",
          type: "job",
          job: { key: "story.tell" },
          pre: [{ node: "enough", branch: "yes" }],
          params: [{ name: "text", expression: "'total: ' + string(sum($.JOB['count'][*].RESULT.lines))" }],
        },
        {
          id: "few",
          type: "job",
          job: { key: "story.tell" },
          pre: [{ node: "enough", branch: "no" }],
          params: [{ name: "text", value: "too few lines" }],
        },
        {
          id: "alarm",
          type: "job",
          job: { key: "story.tell" },
          pre: [{ node: "count", on: "failed" }],
          params: [{ name: "text", value: "not all files were there" }],
        },
      ],
    },
  },
});

for (const files of [["orders.txt", "customers.txt"], ["a.txt"], ["orders.txt", "missing.txt"]]) {
  const { id } = await scheduler.trigger("story.nightly", { files });
  const { state } = await scheduler.ended(id);
  const { nodes } = await scheduler.tasks.get(id);
  console.log(`${state}: ${nodes.map((node) => `${node.id} ${node.status}`).join(", ")}`);
}

await close();
