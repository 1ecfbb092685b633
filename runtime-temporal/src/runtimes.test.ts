import { RUNTIME_NAMES } from "@mojob/test-services/runtimes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { spawnProgram } from "../fixtures/spawned-program.ts";
import { inState, path, until } from "../fixtures/until.ts";
import { startJob } from "./client/mod.ts";
import { startControlPlane } from "./control-plane/mod.ts";

/** One worker program on every runtime: each has to load the native worker and keep its promises with it. */
describe("on each runtime", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  test.each(RUNTIME_NAMES)(
    "a worker runs, retries, cancels, times out, keeps to its places and drains on %s",
    async (runtime) => {
      const shared = cluster.tenant();
      const { tenant, store } = shared;
      const plane = await startControlPlane(shared);
      const worker = await spawnProgram("worker-program", shared, { runtime, limit: 4 });
      const { instances } = plane.scheduler;
      const trigger = async (jobKey: string, args: number): Promise<string> =>
        (await instances.trigger(jobKey, { args })).id;
      const ends = (id: string, state: "Succeeded" | "Terminated" | "Cancelled"): Promise<string> =>
        inState(store.instances, tenant, id, state).then(path);

      const [quick, unsteady, hasty, dropped] = await Promise.all([
        trigger("nap", 0),
        trigger("unsteady", 0),
        trigger("hasty", 60_000),
        trigger("nap", 60_000),
      ]);
      expect(await ends(quick, "Succeeded")).toBe("Enqueued Processing Succeeded");
      await inState(store.instances, tenant, dropped, "Processing");
      await instances.cancel(dropped);
      expect(await ends(dropped, "Cancelled")).toBe("Enqueued Processing Cancelled");
      expect(await ends(hasty, "Terminated")).toBe("Enqueued Processing Failed Terminated");
      expect(await ends(unsteady, "Succeeded")).toBe(
        "Enqueued Processing Failed Processing Failed Processing Succeeded",
      );

      // At its limit it takes nothing more: waiting runs begin when a place is free.
      const naps = await Promise.all(Array.from({ length: 6 }, () => trigger("nap", 700)));
      const mostAtOnce = { runs: 0 };
      await until("the naps", async () => {
        const states = (await store.instances.get(tenant, naps)).map((run) => run?.state);
        const atOnce = states.filter((state) => state === "Processing").length;
        mostAtOnce.runs = Math.max(mostAtOnce.runs, atOnce);
        return states.every((state) => state === "Succeeded");
      });
      expect(mostAtOnce.runs).toBe(4);

      const [short, long] = await Promise.all([trigger("nap", 800), trigger("nap", 60_000)]);
      await inState(store.instances, tenant, short, "Processing");
      await inState(store.instances, tenant, long, "Processing");
      worker.kill("SIGTERM");
      expect(await worker.ended).toBe(0);
      expect(worker.output()).toContain("drained");
      const [shortRun, longRun] = await store.instances.get(tenant, [short, long]);
      expect(shortRun?.state).toBe("Succeeded");
      expect(longRun).toMatchObject({ state: "Terminated", error: { code: "worker_shutdown" } });
      await plane.close();
    },
    300_000,
  );

  test.each(RUNTIME_NAMES)(
    "a control plane fires, records what Temporal's clients start, and stops on %s",
    async (runtime) => {
      const shared = cluster.tenant();
      const { tenant, store } = shared;
      const plane = await spawnProgram("control-plane-program", shared, { runtime });
      const worker = await spawnProgram("worker-program", shared, { isTicking: true });
      const handle = await startJob(cluster.connection.client, {
        instanceId: "asked",
        tenant,
        jobKey: "nap",
        args: 0,
      });
      expect(await handle.result()).toBe("rested");
      await until("two fires of each job", async () => {
        const { items } = await store.queries.list({ tenant, states: ["Succeeded"] }, { limit: 50 });
        return ["tick.a", "tick.b"].every((key) => items.filter(({ jobKey }) => jobKey === key).length >= 2);
      });
      for (const program of [plane, worker]) program.kill("SIGTERM");
      expect(await Promise.all([plane.ended, worker.ended])).toEqual([0, 0]);
    },
    300_000,
  );
});
