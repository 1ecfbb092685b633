import { defineTriggeredJob } from "@mojob/core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { until } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { startWorker } from "./worker/mod.ts";

const jobs = [
  defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
  defineTriggeredJob({ key: "other", execute: () => {} }),
];

/** What a process said, and how to pass it on. */
function aLog() {
  const errors: string[] = [];
  const warnings: string[] = [];
  return {
    errors,
    warnings,
    reporters: {
      onError: (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error)),
      onWarning: (warning: string) => void warnings.push(warning),
    },
  };
}

describe("what a process says of its parts", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ temporal: { durable: true } });
  });
  afterAll(() => cluster.close());

  test("control plane and worker name Temporal, its address and the cause once when it stops, and once when it is back", async () => {
    const shared = cluster.tenant();
    const [ofPlane, ofWorker] = [aLog(), aLog()];
    const plane = await startControlPlane({ ...shared, ...ofPlane.reporters });
    const worker = await startWorker({ ...shared, app: "parts", jobs, ...ofWorker.reporters });
    const down = ({ errors }: ReturnType<typeof aLog>) =>
      errors.filter((line) => line.startsWith("Temporal is unavailable"));
    const back = ({ warnings }: ReturnType<typeof aLog>) =>
      warnings.filter((line) => line.startsWith("Temporal is available again"));
    onTestFinished(() => cluster.temporal.restart());
    await cluster.temporal.stop();
    for (const log of [ofPlane, ofWorker]) {
      await until("the outage", async () => down(log).length > 0);
      expect(down(log)[0]).toContain(`"${shared.temporal.address}"`);
      expect(down(log)[0]).toMatch(/refused|connect|UNAVAILABLE|transport/i);
    }
    // The worker's health says so as well.
    const parts = await worker.scheduler.health();
    expect(parts.find(({ name }) => name === "temporal")?.ok).toBe(false);
    expect(parts.find(({ name }) => name === "store")?.ok).toBe(true);
    await plane.scheduler.instances.trigger("echo", { args: 1 });
    expect(await plane.scheduler.delays()).toMatchObject({ dispatchFailures: expect.any(Number) as number });
    await cluster.temporal.restart();
    for (const log of [ofPlane, ofWorker])
      await until("its end", async () => back(log).length > 0, { patienceMs: 60_000 });
    expect([ofPlane, ofWorker].map((log) => [down(log).length, back(log).length])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    await worker.close();
    await plane.close();
  }, 300_000);

  test("a namespace that does not exist is named, with the address", async () => {
    const shared = cluster.tenant();
    const temporal = { ...shared.temporal, namespace: "nowhere" };
    const wanted = expect.stringMatching(/"nowhere".*127\.0\.0\.1/) as string;
    await expect(
      startWorker({ ...shared, temporal, app: "parts", jobs, ...aLog().reporters }),
    ).rejects.toMatchObject({ code: "invalid_configuration", message: wanted });
    await expect(startControlPlane({ ...shared, temporal, ...aLog().reporters })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: wanted,
    });
  }, 300_000);
});
