import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// One run for each shop, three at a time. A shop that fails does not stop the others, and two good ones are enough; the task says which
// failed. With `stop` nothing more begins after the first failure.

const sync = defineTriggeredJob<{ shop: string }, { shop: string; orders: number }>({
  key: "shop.sync",
  maxConcurrency: null,
  execute({ shop }) {
    if (shop.startsWith("closed")) throw new Error(`${shop} does not open`);
    return { shop, orders: shop.length };
  },
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [sync],
  hooks: { onRunEnd: () => {} },
});

function body(onItemFailure: "continue" | "stop", minOk: number): object {
  return {
    engine: 1,
    params: [{ name: "shops", type: "json", required: true }],
    nodes: [
      {
        id: "sync",
        type: "job",
        job: { key: "shop.sync" },
        each: {
          items: "$.TASK.PARAMS.shops",
          maxParallel: onItemFailure === "stop" ? 1 : 3,
          onItemFailure,
          minOk,
        },
        params: [{ name: "shop", expression: "$.ITEM" }],
      },
    ],
    results: [{ name: "statuses", type: "json", expression: "$.JOB['sync'][*].STATUS" }],
  };
}

const shops = ["north", "closed-east", "south", "west"];
for (const [onItemFailure, minOk] of [
  ["continue", 2],
  ["continue", 4],
  ["stop", 4],
] as const) {
  const key = `shop.sync-all-${onItemFailure}-${minOk}`;
  const work = { kind: "task", body: body(onItemFailure, minOk) };
  await scheduler.jobs.create({ key, app: "shop", kind: "triggered", work });
  const { id } = await scheduler.trigger(key, { shops });
  const { state, result } = await scheduler.ended(id);
  const { nodes } = await scheduler.tasks.get(id);
  console.log(`${onItemFailure}, at least ${minOk}: ${state}, ${JSON.stringify(nodes[0]?.items)}`);
  if (result !== null) console.log(JSON.stringify(result));
}

await close();
