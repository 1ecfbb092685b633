import { defineTriggeredJob, isMoJobError, type JobContext } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { TaskCalls } from "./task-calls.ts";

/** Runs that begin each other, one after the other. */
export function describeChains(harness: DeploymentHarness): void {
  describe(`chains of runs (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("a job whose code begins itself again is refused after 100 runs, with the way; later it may", async () => {
      const refusals: string[] = [];
      const again = defineTriggeredJob({
        key: "again",
        maxConcurrency: null,
        execute: async (_args: unknown, { scheduler }: JobContext) => {
          try {
            await scheduler.trigger("again");
          } catch (error) {
            if (!isMoJobError(error)) throw error;
            refusals.push(`${error.code}: ${error.message}`);
            const later = await scheduler.trigger("again", {}, { delayMs: 60_000 });
            expect(later.instance.trigger.depth).toBeUndefined();
          }
        },
      });
      const deployment = await harness.open({ jobs: [again] });
      const first = await deployment.api.trigger("again");
      await deployment.until("the chain to be refused", () => Promise.resolve(refusals.length === 1));
      expect(refusals[0]).toMatch(/^chain_too_long: .*are 100 by now \(… → again → again/u);
      const { body } = await deployment.api.call<{ items: readonly RunJson[] }>(
        "GET",
        "/instances?limit=200",
      );
      const runs = body.items.filter(({ state }) => state !== "Scheduled");
      expect(runs).toHaveLength(100);
      const last = runs.find(({ trigger }) => trigger.depth === 99);
      expect(last).toBeDefined();
      // A program without a scheduler says it by itself, over HTTP.
      const refused = await deployment.api.call<{ code: string; detail: string }>(
        "POST",
        "/jobs/again/instances",
        {
          startedBy: last?.id,
        },
      );
      expect([refused.status, refused.body.code]).toEqual([409, "chain_too_long"]);
      const taken = await deployment.api.call<{ instance: RunJson }>("POST", "/jobs/again/instances", {
        delayMs: 86_400_000,
        startedBy: first.id,
      });
      expect(taken.status).toBe(202);
      const unknown = await deployment.api.call("POST", "/jobs/again/instances", { startedBy: "nobody" });
      expect(unknown.status).toBe(404);
    });

    test("children and nodes that do not wait count, and say why they are not begun", async () => {
      const jobs = [
        defineTriggeredJob({ key: "child", maxConcurrency: null, execute: () => null }),
        defineTriggeredJob({
          key: "climb",
          maxConcurrency: null,
          children: [{ job: "child" }],
          execute: async (_args: unknown, { scheduler }: JobContext) => {
            try {
              await scheduler.trigger("climb");
            } catch {
              await scheduler.trigger("task", {}, { delayMs: 60_000 });
            }
          },
        }),
      ];
      const deployment = await harness.open({ jobs });
      const tasks = new TaskCalls(deployment);
      const go = { id: "go", type: "job", job: { key: "child" }, wait: false };
      await tasks.create("task", { nodes: [go] });
      await deployment.api.trigger("climb");
      const childOf = (state: string): Promise<RunJson> =>
        deployment.until(`a child that is ${state}`, async () => {
          const path = `/instances?jobKey=child&state=${state}`;
          const { body } = await deployment.api.call<{ items: readonly RunJson[] }>("GET", path);
          return body.items[0] ?? false;
        });
      const skipped = await childOf("Skipped");
      expect(skipped).toMatchObject({ reasonCode: "chain_too_long" });
      expect(skipped.reason).toContain("… → climb → climb → climb → climb → climb → child");
      // A task in the last place of the chain: its node would begin one more.
      const { body } = await deployment.api.call<{ items: readonly RunJson[] }>(
        "GET",
        "/instances?jobKey=climb&limit=200",
      );
      const before = body.items.find(({ trigger }) => trigger.depth === 98);
      const last = await deployment.api.call<{ instance: RunJson }>("POST", "/jobs/task/instances", {
        startedBy: before?.id,
      });
      const run = await deployment.until("the task to end", async () => {
        const one = await deployment.api.run(last.body.instance.id);
        return one.state === "Terminated" && one;
      });
      expect(run.error).toMatchObject({ code: "chain_too_long" });
      expect(run.error?.message).toContain("runs that begin each other are 100");
    });
  });
}
