import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { defineTriggeredJob } from "@mojob/core";
import { runtimeInfo } from "@mojob/node";
import { until } from "@mojob/test-services/until";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

const BURN = "for (;;) Math.sqrt(Math.random());";

it("a worker takes more while its process has time, and fewer while it computes; what runs goes on", async () => {
  const held = Promise.withResolvers<void>();
  const embedded = await startEmbedded({
    app: "film",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "film.wait",
        maxConcurrency: null,
        execute: () => held.promise,
      }),
    ],
    // What else this machine does is not this test's doing.
    runtime: { ...runtimeInfo(), machine: () => ({ processors: availableParallelism(), times: null }) },
    worker: { heartbeatMs: 200, maxConcurrentRuns: { min: 1, max: 3, targetCpu: 0.08 } },
  });
  const burners: Worker[] = [];
  try {
    const runs = await Promise.all(Array.from({ length: 5 }, () => embedded.scheduler.trigger("film.wait")));
    const worker = (what: string, limit: number) =>
      until(
        what,
        async () => (await embedded.scheduler.workers()).find((one) => one.limit === limit) ?? false,
      );
    const grown = await worker("it to have grown", 3);
    expect(grown.pool).toEqual({ min: 1, max: 3 });
    await until("three to run", async () =>
      (await embedded.scheduler.workers()).some(({ running }) => running === 3),
    );
    // Beside whatever else this machine does, they get their part.
    for (let count = 0; count < 8 * availableParallelism(); count += 1)
      burners.push(new Worker(BURN, { eval: true }));
    expect(await worker("it to have shrunk", 1)).toMatchObject({ running: 3 });
    held.resolve();
    await Promise.all(runs.map((run) => run.result()));
  } finally {
    held.resolve();
    await Promise.all(burners.map((burner) => burner.terminate()));
    await embedded.close();
  }
}, 200_000);
