import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

/** What goes on of a tenant that is disabled while runs have several parts. */
export function describeDisabledTenants(harness: DeploymentHarness): void {
  describe(`a tenant that is disabled meanwhile (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const gates = new Gates();
      const sweep = defineTriggeredJob({
        key: "sweep",
        retryCount: 1,
        retryIntervalMs: 100,
        routing: { strategy: "broadcast" },
        execute: (_args, context) => gates.pass(context),
      });
      const step = defineTriggeredJob({
        key: "step",
        maxConcurrency: null,
        execute: (_args, context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [sweep, step], others: ["second"] });
      return { deployment, gates };
    };

    const change = async ({ api }: Deployment, settings: object): Promise<void> => {
      const { status } = await api.call("PATCH", "/tenant", settings, { "if-match": "*" });
      expect(status).toBe(200);
    };

    /** The runs of a broadcast's shards, or of a task's nodes, once there are so many in this state. */
    const partsOf = ({ api, until, elapse }: Deployment, id: string, state: string, count: number) =>
      until(`${count} runs of "${id}" to be ${state}`, async () => {
        await elapse(100);
        const path = `/instances/${encodeURIComponent(id)}/children`;
        const { body } = await api.call<{ items: readonly { id: string }[] }>("GET", path);
        const runs = await Promise.all(body.items.map((run) => api.run(run.id)));
        const found = runs.filter((run) => run.state === state);
        return found.length === count && found;
      });

    test("a broadcast ends the shards that run; the retry of one waits until it is enabled again", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("sweep");
      const [first, second] = await partsOf(deployment, id, "Processing", 2);
      await change(deployment, { disabled: true });
      // Every process obeys within a second.
      await deployment.elapse(1500);
      gates.succeed(first?.id ?? "", "one");
      gates.fail(second?.id ?? "");
      gates.succeed(second?.id ?? "", "two", 2);
      const [failed] = await partsOf(deployment, id, "Failed", 1);
      await deployment.elapse(1000);
      expect(await deployment.api.run(failed?.id ?? "")).toMatchObject({ state: "Failed", attempt: 1 });
      await partsOf(deployment, id, "Succeeded", 1);
      await change(deployment, { disabled: false });
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        routing: { shards: [{ ended: "Succeeded" }, { ended: "Succeeded" }] },
      });
    });

    test("a task ends the node that runs; the next one waits until it is enabled again", async () => {
      const { deployment, gates } = await open();
      const nodes = [
        { id: "first", type: "job", job: { key: "step" } },
        { id: "second", type: "job", job: { key: "step" }, pre: [{ node: "first" }] },
      ];
      const job = {
        key: "task",
        app: "behaviour",
        kind: "triggered",
        work: { kind: "task", body: { engine: 1, nodes } },
      };
      const made = await deployment.api.call("POST", "/jobs", job);
      expect([made.status, made.body]).toEqual([201, expect.anything()]);
      const { id } = await deployment.api.trigger("task");
      const [first] = (await partsOf(deployment, id, "Processing", 1)) as readonly RunJson[];
      await change(deployment, { disabled: true });
      await deployment.elapse(1500);
      gates.succeed(first?.id ?? "");
      await inState(deployment, first?.id ?? "", "Succeeded");
      const [second] = (await partsOf(deployment, id, "Enqueued", 1)) as readonly RunJson[];
      await deployment.elapse(1000);
      expect((await deployment.api.run(second?.id ?? "")).state).toBe("Enqueued");
      expect((await deployment.api.run(id)).state).toBe("Processing");
      await change(deployment, { disabled: false });
      gates.succeed(second?.id ?? "");
      await inState(deployment, id, "Succeeded");
    });
  });
}
