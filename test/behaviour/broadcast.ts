import { defineRecurringJob, defineTriggeredJob, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

/** Sharding broadcast: one run becomes one for each executor. */
export function describeBroadcast(harness: DeploymentHarness): void {
  describe(`sharding broadcast (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    /** Three workers, `a`, `b` and `c`, whose shards wait at gates. */
    const open = async (options: Partial<JobOptions> = {}, maxConcurrentRuns: number | null = null) => {
      const gates = new Gates();
      const job = defineTriggeredJob({
        key: "sweep",
        ...options,
        routing: { strategy: "broadcast", ...options.routing },
        execute: async (_args, context) => ({ ...context.shard, value: await gates.pass(context) }),
      });
      const worker = { name: "a", maxConcurrentRuns };
      const deployment = await harness.open({ jobs: [job], worker, others: ["b", "c"] });
      return { deployment, gates };
    };

    const shardsOf = async (deployment: Deployment, id: string): Promise<readonly RunJson[]> => {
      const { body } = await deployment.api.call<{ items: readonly RunJson[] }>(
        "GET",
        `/instances/${encodeURIComponent(id)}/children`,
      );
      return Promise.all(body.items.map((shard) => deployment.api.run(shard.id)));
    };

    const begun = (deployment: Deployment, id: string): Promise<readonly RunJson[]> =>
      deployment.until(`the shards of ${id}`, async () => {
        const shards = await shardsOf(deployment, id);
        return shards.length === 3 && shards.every(({ state }) => state !== "Enqueued") && shards;
      });

    test("each executor runs one shard, and the broadcast succeeds with the last of them", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("sweep");
      const shards = await begun(deployment, id);
      expect(shards).toMatchObject(
        ["a", "b", "c"].map((name, shard) => ({
          shard,
          state: "Processing",
          trigger: { type: "broadcast", of: id },
          routing: { executor: { name } },
        })),
      );
      expect(new Set(shards.map(({ worker }) => worker)).size).toBe(3);
      const [first, ...others] = shards;
      gates.succeed(first?.id ?? "", "one");
      await deployment.until("the first shard to be counted", async () => {
        const { progress, state } = await deployment.api.run(id);
        return progress?.message === "1/3" && state === "Processing";
      });
      for (const shard of others) gates.succeed(shard.id, "more");
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        shard: null,
        worker: null,
        result: [
          { index: 0, total: 3, value: "one" },
          { index: 1, total: 3, value: "more" },
          { index: 2, total: 3, value: "more" },
        ],
        routing: { shards: ["a", "b", "c"].map((name) => ({ name, ended: "Succeeded" })) },
      });
    });

    test("the arguments of a run by hand of a recurring job reach each shard, and a shard that is run again", async () => {
      const gates = new Gates();
      const job = defineRecurringJob({
        key: "sweep",
        cron: null,
        routing: { strategy: "broadcast" },
        execute: async (context) => ({ ...context.shard, value: await gates.pass(context) }),
      });
      const deployment = await harness.open({ jobs: [job], worker: { name: "a" }, others: ["b", "c"] });
      const { api } = deployment;
      const args = { day: "2026-02-28" };
      const { id } = await api.trigger("sweep", { args, manual: true });
      const shards = await begun(deployment, id);
      for (const shard of shards) {
        expect(shard.args).toEqual(args);
        gates.succeed(shard.id);
      }
      await inState(deployment, id, "Succeeded");
      const path = `/instances/${encodeURIComponent(shards[1]?.id ?? "")}/rerun`;
      const { body } = await api.call<{ instance: RunJson }>("POST", path, {});
      gates.succeed(body.instance.id);
      expect(await inState(deployment, body.instance.id, "Succeeded")).toMatchObject({ args, shard: 1 });
      const own = await api.trigger("sweep");
      for (const shard of await begun(deployment, own.id)) {
        expect(shard.args).toBeNull();
        gates.succeed(shard.id);
      }
      await inState(deployment, own.id, "Succeeded");
    });

    test("a shard is retried by itself, and the broadcast fails when one has failed for good", async () => {
      const { deployment, gates } = await open({ retryCount: 1 });
      const { id } = await deployment.api.trigger("sweep");
      const [first, second, third] = (await begun(deployment, id)).map((shard) => shard.id);
      gates.fail(first ?? "");
      gates.succeed(first ?? "", null, 2);
      gates.fail(second ?? "");
      gates.fail(second ?? "", new Error("again"), 2);
      gates.succeed(third ?? "");
      const run = await inState(deployment, id, "Terminated");
      expect(run).toMatchObject({
        attempt: 1,
        error: { code: "shards_failed", message: "Not all shards succeeded: 2 succeeded, 1 failed" },
      });
      expect((await shardsOf(deployment, id)).map(({ attempt, state }) => [attempt, state])).toEqual([
        [2, "Succeeded"],
        [2, "Terminated"],
        [1, "Succeeded"],
      ]);
    });

    test("limits count for each shard: a second broadcast waits where the first still runs", async () => {
      const { deployment, gates } = await open({ whenFull: "queue" });
      const { id } = await deployment.api.trigger("sweep");
      const [first] = await begun(deployment, id);
      const { id: next } = await deployment.api.trigger("sweep");
      gates.succeed(first?.id ?? "");
      const waiting = await deployment.until("the first shard of the second broadcast", async () => {
        const shards = await shardsOf(deployment, next);
        return shards.length === 3 && shards[0]?.state === "Processing" && shards;
      });
      await deployment.until("its other shards to wait", async () => {
        const shards = await shardsOf(deployment, next);
        return shards.slice(1).every(({ reasonCode }) => reasonCode === "waits_for_slot");
      });
      for (const shard of [...(await shardsOf(deployment, id)), ...waiting]) gates.succeed(shard.id);
      await inState(deployment, id, "Succeeded");
      await inState(deployment, next, "Succeeded");
    });

    test("a broadcast of which every shard is skipped has not failed: it is skipped", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("sweep");
      const shards = await begun(deployment, id);
      const { id: next } = await deployment.api.trigger("sweep");
      expect(await inState(deployment, next, "Skipped")).toMatchObject({
        reason: "All 3 shards were skipped",
        error: null,
      });
      for (const shard of shards) gates.succeed(shard.id);
      await inState(deployment, id, "Succeeded");
    });

    test("a broadcast that a newer one replaces says so, as its shards do", async () => {
      const { deployment, gates } = await open({ whenFull: "replace" });
      const { id } = await deployment.api.trigger("sweep");
      await begun(deployment, id);
      const { id: next } = await deployment.api.trigger("sweep");
      expect(await inState(deployment, id, "Cancelled")).toMatchObject({
        reasonCode: "replaced",
        reason: `Replaced by run "${next}"`,
      });
      expect((await shardsOf(deployment, id)).map(({ reasonCode }) => reasonCode)).toEqual(
        ["a", "b", "c"].map(() => "replaced"),
      );
      for (const shard of await begun(deployment, next)) gates.succeed(shard.id);
      await inState(deployment, next, "Succeeded");
    });

    test("a cancel ends its shards, and the broadcast with them", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("sweep");
      const [first] = await begun(deployment, id);
      gates.succeed(first?.id ?? "");
      await inState(deployment, first?.id ?? "", "Succeeded");
      const { status } = await deployment.api.call("POST", `/instances/${encodeURIComponent(id)}/cancel`, {});
      expect(status).toBe(202);
      await inState(deployment, id, "Cancelled");
      expect((await shardsOf(deployment, id)).map(({ state }) => state)).toEqual([
        "Succeeded",
        "Cancelled",
        "Cancelled",
      ]);
    });

    test.each(["elsewhere", "fail"] as const)(
      "a shard that waits for an executor when that leaves: %s",
      async (whenGone) => {
        const { deployment, gates } = await open({ maxConcurrency: null, routing: { whenGone } }, 1);
        const { id: before } = await deployment.api.trigger("sweep");
        const [first, second, last] = (await begun(deployment, before)).map((shard) => shard.id);
        for (const shard of [first, second]) gates.succeed(shard ?? "");
        const { id } = await deployment.api.trigger("sweep");
        const shards = await deployment.until("two shards to run", async () => {
          const all = await shardsOf(deployment, id);
          return all.filter(({ state }) => state === "Processing").length === 2 && all;
        });
        expect(shards[2]).toMatchObject({ state: "Enqueued", routing: { executor: { name: "c" } } });
        const leaving = deployment.leave("c");
        for (const shard of shards) gates.succeed(shard.id);
        await deployment.elapse(1000);
        const isElsewhere = whenGone === "elsewhere";
        const run = await inState(deployment, id, isElsewhere ? "Succeeded" : "Terminated");
        expect(run.routing?.shards).toMatchObject([
          { name: "a", ended: "Succeeded" },
          { name: "b", ended: "Succeeded" },
          { name: "c", ended: run.state },
        ]);
        expect(await deployment.api.run(shards[2]?.id ?? "")).toMatchObject(
          isElsewhere
            ? { routing: { refused: [{ name: "c", why: "gone" }] } }
            : { error: { code: "executor_gone", message: expect.stringContaining('"c"') as string } },
        );
        gates.succeed(last ?? "");
        await inState(deployment, before, "Succeeded");
        await leaving;
      },
    );
  });
}
