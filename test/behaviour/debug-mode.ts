import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState, path } from "./states.ts";

/** Debug modes: nothing of that kind runs by itself, and nothing that was held back goes unrecorded. */
export function describeDebugMode(harness: DeploymentHarness): void {
  describe(`debug mode (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const jobs = [
      defineRecurringJob({
        key: "tick",
        cron: cronOfBeats(harness),
        maxConcurrency: null,
        execute: () => "ran",
      }),
      defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
    ];

    test("recurring: a fire is recorded as Skipped with its reason; by hand it runs; triggered jobs are not touched", async () => {
      const deployment = await harness.open({ jobs, scheduler: { recurringDebugMode: true } });
      await deployment.elapse(2 * beatOf(harness));
      const skipped = await deployment.until("two held back", async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.length === 2 && runs;
      });
      expect(skipped.map(path)).toEqual(["Enqueued Skipped", "Enqueued Skipped"]);
      expect(skipped[0]?.reason).toContain("Debug mode");
      const { body: job } = await deployment.api.call<{ nextFire: string | null }>("GET", "/jobs/tick");
      expect(job.nextFire).toBeNull();
      const byHand = await deployment.api.trigger("tick", { manual: true });
      expect((await inState(deployment, byHand.id, "Succeeded")).result).toBe("ran");
      const other = await deployment.api.trigger("echo", { args: 1 });
      await inState(deployment, other.id, "Succeeded");
    });

    test("triggered: a trigger is recorded as Skipped with its reason, delayed ones too; by hand and again it runs", async () => {
      const deployment = await harness.open({ jobs, scheduler: { triggeredDebugMode: true } });
      const held = await deployment.api.trigger("echo", { args: 1 });
      expect(held.state).toBe("Skipped");
      expect(held.reason).toContain("Debug mode");
      expect((await deployment.api.trigger("echo", { args: 1, delayMs: 1000 })).state).toBe("Skipped");
      const byHand = await deployment.api.trigger("echo", { args: 2, manual: true });
      await inState(deployment, byHand.id, "Succeeded");
      const { body } = await deployment.api.call<{ instance: RunJson }>(
        "POST",
        `/instances/${held.id}/rerun`,
        {},
      );
      expect((await inState(deployment, body.instance.id, "Succeeded")).result).toBe(1);
      await deployment.elapse(beatOf(harness));
      await deployment.until("the recurring job's run", async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.some(({ state }) => state === "Succeeded");
      });
    });
  });
}
