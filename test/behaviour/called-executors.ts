import type { JobContext } from "@mojob/core";
import { type IMoWorkRunner, registeredKind, type WorkAttempt } from "@mojob/core/ports";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

const NAMES = ["x", "y"] as const;

/** Executors that workers call, as those of XXL-JOB: any worker may take a run, and its record names who executes it. */
export function describeCalledExecutors(harness: DeploymentHarness): void {
  describe(`executors that workers call (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (options: object) => {
      const gates = new Gates();
      const sentTo = (name: string) => ({ id: `xxl-${name}`, name, address: `http://${name}.test/` });
      const executors = NAMES.map(sentTo);
      const runner: IMoWorkRunner<JobContext> = {
        kind: registeredKind("xxl"),
        handlers: [],
        canRun: () => true,
        executorsFor: async () => executors,
        run: async ({ context, instance, noteExecutor }: WorkAttempt<JobContext>) => {
          const executor = instance.routing?.executor ?? sentTo("y");
          noteExecutor?.({ strategy: "round", executor, refused: [] });
          return { ...context.shard, at: executor.name, value: await gates.pass(context) };
        },
      };
      const deployment = await harness.open({
        jobs: [],
        runners: [runner],
        worker: { name: "a" },
        others: ["b"],
      });
      const job = {
        key: "called",
        app: "behaviour",
        kind: "triggered",
        options,
        work: { kind: "xxl", handler: "demo" },
      };
      expect((await deployment.api.call("POST", "/jobs", job)).status).toBe(201);
      return { deployment, gates };
    };

    const begun = (deployment: Deployment, id: string): Promise<readonly RunJson[]> =>
      deployment.until(`the shards of ${id}`, async () => {
        const path = `/instances/${encodeURIComponent(id)}/children`;
        const { body } = await deployment.api.call<{ items: readonly RunJson[] }>("GET", path);
        const shards = await Promise.all(body.items.map((shard) => deployment.api.run(shard.id)));
        return shards.length === 2 && shards.every(({ state }) => state === "Processing") && shards;
      });

    test("each gets a shard of a broadcast, whichever worker calls it, and is called again alone where it failed", async () => {
      const { deployment, gates } = await open({ retryCount: 1, routing: { strategy: "broadcast" } });
      const { id } = await deployment.api.trigger("called");
      const [first, second] = (await begun(deployment, id)) as [RunJson, RunJson];
      expect([first, second]).toMatchObject(
        NAMES.map((name, shard) => ({
          shard,
          routing: { executor: { name, address: `http://${name}.test/` } },
        })),
      );
      gates.succeed(first.id, "one");
      gates.fail(second.id);
      gates.succeed(second.id, "two", 2);
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        worker: null,
        result: [
          { index: 0, total: 2, at: "x", value: "one" },
          { index: 1, total: 2, at: "y", value: "two" },
        ],
        routing: { shards: NAMES.map((name) => ({ name, ended: "Succeeded" })) },
      });
      const ended = await Promise.all([first, second].map((shard) => deployment.api.run(shard.id)));
      expect(ended).toMatchObject([
        { attempt: 1, routing: { shard: { index: 0, total: 2 } } },
        { attempt: 2, routing: { shard: { index: 1, total: 2 } } },
      ]);
    });

    test("a cancel of the broadcast ends the shards there", async () => {
      const { deployment } = await open({ routing: { strategy: "broadcast" } });
      const { id } = await deployment.api.trigger("called");
      const shards = await begun(deployment, id);
      await deployment.api.call("POST", `/instances/${encodeURIComponent(id)}/cancel`, {});
      await inState(deployment, id, "Cancelled");
      for (const shard of shards) await inState(deployment, shard.id, "Cancelled");
    });

    test("the record names the one that was called, and a retry goes to whichever worker is left", async () => {
      const { deployment, gates } = await open({
        retryCount: 1,
        retryIntervalMs: 2000,
        routing: { strategy: "first" },
      });
      const { id } = await deployment.api.trigger("called");
      await gates.entered(id);
      gates.fail(id);
      expect((await inState(deployment, id, "Failed")).routing?.executor).toMatchObject({ name: "y" });
      await deployment.leave("b");
      gates.succeed(id, null, 2);
      await deployment.elapse(2000);
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        routing: { executor: { name: "y" } },
      });
    });
  });
}
