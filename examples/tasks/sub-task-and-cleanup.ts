import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A task within a task: its results are the node's. What was set up is taken down whatever happens, and a failure that something in the
// graph handles does not fail the task.

const note = defineTriggeredJob<{ text: string }, { text: string }>({
  key: "lab.note",
  maxConcurrency: null,
  execute(args) {
    if (args.text === "measure bad") throw new Error("The sensor is silent");
    console.log(args.text);
    return args;
  },
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "lab",
  inMemory: true,
  jobs: [note],
  hooks: { onRunEnd: () => {} },
});

function noteNode(id: string, expression: string, more: object = {}): object {
  return { id, type: "job", job: { key: "lab.note" }, params: [{ name: "text", expression }], ...more };
}

async function createTask(key: string, body: object): Promise<void> {
  const params = [{ name: "sample", type: "text", required: true }];
  const work = { kind: "task", body: { engine: 1, params, ...body } };
  await scheduler.jobs.create({ key, app: "lab", kind: "triggered", work });
}

await createTask("lab.measure", {
  nodes: [noteNode("sensor", "'measure ' + $.TASK.PARAMS.sample")],
  results: [{ name: "value", type: "text", expression: "$.JOB['sensor'].RESULT.text" }],
});
await createTask("lab.experiment", {
  nodes: [
    noteNode("set-up", "'set up'"),
    {
      id: "measure",
      type: "task",
      key: "lab.measure",
      pre: [{ node: "set-up" }],
      params: [{ name: "sample", expression: "$.TASK.PARAMS.sample" }],
    },
    noteNode("publish", "'published: ' + $.JOB['measure'].RESULT.value", { pre: [{ node: "measure" }] }),
    noteNode("explain", "'no value: ' + $.JOB['measure'].CODE", { pre: [{ node: "measure", on: "failed" }] }),
    noteNode("take-down", "'taken down'", {
      pre: ["measure", "publish", "explain"].map((node) => ({ node, on: "ended" })),
      cleanup: true,
    }),
  ],
});

for (const sample of ["good", "bad"]) {
  const { id } = await scheduler.trigger("lab.experiment", { sample });
  const { state } = await scheduler.ended(id);
  const { nodes } = await scheduler.tasks.get(id);
  console.log(`${sample}: ${state}, ${nodes.map((node) => `${node.id} ${node.status}`).join(", ")}`);
}

await close();
