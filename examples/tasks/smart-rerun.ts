import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A task failed in the middle. Once the cause is gone it is run again: what ended well is taken over with its results, what failed and
// what follows it is executed. A part of the graph can be chosen too.

let isPaid = false;
const step = defineTriggeredJob<{ name: string }, { name: string }>({
  key: "shop.step",
  maxConcurrency: null,
  execute(args) {
    if (args.name === "charge" && !isPaid) throw new Error("The card was refused");
    console.log(`executed ${args.name}`);
    return args;
  },
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [step],
  hooks: { onRunEnd: () => {} },
});

const chain = ["pack", "charge", "ship"];
const nodes = chain.map((id, index) => ({
  id,
  type: "job",
  job: { key: "shop.step" },
  params: [{ name: "name", value: id }],
  ...(index > 0 && { pre: [{ node: chain[index - 1] }] }),
}));
await scheduler.jobs.create({
  key: "shop.order",
  app: "shop",
  kind: "triggered",
  work: { kind: "task", body: { engine: 1, nodes } },
});

async function shown(id: string): Promise<string> {
  const { state } = await scheduler.ended(id);
  const { nodes: all } = await scheduler.tasks.get(id);
  return `${state}: ${all.map((node) => `${node.id} ${node.status}${node.isTakenOver ? " (taken over)" : ""}`).join(", ")}`;
}

const { id } = await scheduler.trigger("shop.order");
console.log(await shown(id));

isPaid = true;
for (const { node, reason } of await scheduler.tasks.previewRerun(id, { type: "smart" }))
  console.log(`${node}: ${reason ?? "taken over"}`);
const again = await scheduler.tasks.rerun(id, { type: "smart" });
console.log(await shown(again.id));

const shipped = await scheduler.tasks.rerun(again.id, { type: "from", nodes: ["ship"] });
console.log(await shown(shipped.id));

await close();
