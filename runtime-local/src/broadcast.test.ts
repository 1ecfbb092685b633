import type { JobContext } from "@mojob/core";
import type { HostedExecutor, StatedOptions } from "@mojob/core/engine";
import { afterEach, describe, expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

let embedded: Embedded | null = null;

afterEach(async () => {
  await embedded?.close();
});

const NAMES = ["a", "b", "c"] as const;

/** Three executors of one app, each of which does as it is told. */
async function start(options: StatedOptions = {}) {
  const place = await startEmbedded({ app: "own", jobs: [], inMemory: true });
  embedded = place;
  const room: Record<string, number> = { a: Infinity, b: Infinity, c: Infinity };
  const work = { of: (context: JobContext): Promise<unknown> => Promise.resolve(context.shard) };
  const executors: Record<string, HostedExecutor> = {};
  for (const name of NAMES) {
    executors[name] = await place.executorHost().open({
      app: "shop",
      runtime: { name: "python", version: "3.13" },
      worker: { name },
      room: () => room[name] ?? 0,
      runners: [
        {
          kind: "code",
          handlers: ["shop.sync"],
          canRun: () => true,
          run: ({ context }: { readonly context: JobContext }) => work.of(context),
        },
      ],
    });
  }
  const { scheduler } = place;
  await scheduler.jobs.create({
    key: "shop.sync",
    app: "shop",
    kind: "triggered",
    options: { routing: { strategy: "broadcast" }, ...options },
  });
  return { scheduler, executors, room, work };
}

describe("a broadcast", () => {
  it("runs one shard on each executor, and succeeds with their results", async () => {
    const { scheduler } = await start();
    const started = await scheduler.trigger("shop.sync");
    expect(await started.result()).toEqual([0, 1, 2].map((index) => ({ index, total: 3 })));
    const run = await scheduler.instances.get(started.id);
    expect(run).toMatchObject({ state: "Succeeded", worker: null, slot: null, attempt: 1 });
    expect(run.routing?.shards).toMatchObject(NAMES.map((name) => ({ name, ended: "Succeeded" })));
    const shards = await scheduler.instances.children(started.id);
    expect(shards).toMatchObject(
      NAMES.map((name, index) => ({
        lane: `shop.sync|shard|${index}`,
        trigger: { type: "broadcast", of: started.id },
        routing: { executor: { name }, shard: { index, total: 3 } },
      })),
    );
  });
});
