import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";

/** What a tenant allows of all its runs together, changed while it runs. */
export function describeTenantLimits(harness: DeploymentHarness): void {
  describe(`limits of a tenant (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (others: readonly string[] = []) => {
      const gates = new Gates();
      const gate = (key: string) =>
        defineTriggeredJob({ key, maxConcurrency: null, execute: (_args, context) => gates.pass(context) });
      const tick = defineRecurringJob({
        key: "tick",
        cron: cronOfBeats(harness),
        maxConcurrency: null,
        misfire: { policy: "fireOnce" },
        execute: () => "ran",
      });
      const deployment = await harness.open({ jobs: [gate("one"), gate("two"), tick], others });
      return { deployment, gates };
    };

    const change = async ({ api }: Deployment, settings: object): Promise<void> => {
      const { status, body } = await api.call("PATCH", "/tenant", settings, { "if-match": "*" });
      expect({ status, body }).toMatchObject({ status: 200, body: settings });
    };

    const causesOf = async ({ api }: Deployment, id: string): Promise<readonly string[]> => {
      const { body } = await api.call<{ explanation: { causes: readonly { code: string }[] } }>(
        "GET",
        `/instances/${encodeURIComponent(id)}/explain`,
      );
      return body.explanation.causes.map(({ code }) => code);
    };

    test("no more runs than it may are executed, of all jobs and workers together; the others wait, and none is lost", async () => {
      const { deployment, gates } = await open(["second"]);
      await change(deployment, { quotas: { maxConcurrentRuns: 2 } });
      await deployment.elapse(2000);
      const runs = await Promise.all(
        ["one", "two", "one", "two", "one", "two"].map((key) => deployment.api.trigger(key)),
      );
      const ended = new Set<string>();
      const inside = async (): Promise<readonly RunJson[]> => {
        const found = await Promise.all(runs.map(({ id }) => deployment.api.run(id)));
        return found.filter(({ state }) => state === "Processing");
      };
      while (ended.size < runs.length) {
        const [next] = await deployment.until("a run to begin", async () => {
          await deployment.elapse(100);
          const begun = await inside();
          return begun.length >= Math.min(2, runs.length - ended.size) && begun;
        });
        const { id } = next as RunJson;
        await gates.entered(id);
        if (ended.size === 0) {
          const open = await Promise.all(runs.map((run) => deployment.api.run(run.id)));
          const waits = open.find(({ state }) => state === "Enqueued") as RunJson;
          await deployment.until("the heartbeats to say what is executed", async () => {
            await deployment.elapse(1000);
            return (await causesOf(deployment, waits.id)).includes("tenant_full");
          });
        }
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
        ended.add(id);
      }
      expect(gates.mostInside).toBe(2);
    });

    test("disabled: it takes no triggers and fires nothing, what waits goes on waiting and says why; enabled again it makes up by the misfire rule", async () => {
      const { deployment, gates } = await open();
      const delayed = await deployment.api.trigger("one", { delayMs: 3000 });
      await change(deployment, { disabled: true });
      await deployment.elapse(1500);
      const refused = await deployment.api.call<{ code: string }>("POST", "/jobs/two/instances", {});
      expect([refused.status, refused.body.code]).toEqual([409, "tenant_disabled"]);
      const before = (await deployment.api.runsOf("tick")).length;
      await deployment.elapse(Math.max(3 * beatOf(harness), 4000));
      expect((await deployment.api.runsOf("tick")).length).toBe(before);
      expect(gates.inside).toBe(0);
      expect(await causesOf(deployment, delayed.id)).toContain("tenant_disabled");
      await change(deployment, { disabled: false });
      await deployment.until("the missed fires and the delayed run", async () => {
        await deployment.elapse(500);
        const fires = await deployment.api.runsOf("tick");
        return fires.some(({ state }) => state === "Succeeded") && gates.inside === 1;
      });
      gates.succeed(delayed.id);
      await inState(deployment, delayed.id, "Succeeded");
    });
  });
}
