import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { defineTask, param } from "@mojob/core/tasks";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf, skipAhead } from "./pace.ts";
import { inState } from "./states.ts";

/** Child jobs: the end of a run starts runs of other jobs. */
export function describeChildren(harness: DeploymentHarness): void {
  describe(`child jobs (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());
    const beatMs = beatOf(harness);

    const childOf = (deployment: Deployment, id: string, jobKey: string): Promise<RunJson> =>
      deployment.until(`the run of ${jobKey} that ${id} starts`, async () => {
        const { body } = await deployment.api.call<{ items: readonly RunJson[] }>(
          "GET",
          `/instances/${encodeURIComponent(id)}/children`,
        );
        return body.items.find((run) => run.jobKey === jobKey) ?? false;
      });

    test("the end of a run starts its job's children, and theirs, with arguments of the run", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "close",
            children: [
              { job: "report", args: { total: "{result.total}", of: "{args.month}" } },
              { job: "page", on: "failure", args: "{error.message}" },
            ],
            execute: ({ month }: { month: string }) => {
              if (month === "none") throw new Error("no such month");
              return { total: 12 };
            },
          }),
          defineTriggeredJob({
            key: "report",
            children: [{ job: "nightly" }],
            execute: (args: unknown) => args,
          }),
          defineTriggeredJob({ key: "page", execute: (args: unknown) => args }),
          defineRecurringJob({ key: "nightly", execute: () => "done" }),
        ],
      });
      const closed = await deployment.api.trigger("close", { args: { month: "2026-02" } });
      const report = await childOf(deployment, closed.id, "report");
      expect(report.trigger).toMatchObject({ type: "parent", of: closed.id });
      expect(await inState(deployment, report.id, "Succeeded")).toMatchObject({
        result: { total: 12, of: "2026-02" },
      });
      const nightly = await childOf(deployment, report.id, "nightly");
      await inState(deployment, nightly.id, "Succeeded");
      const failed = await deployment.api.trigger("close", { args: { month: "none" } });
      const page = await childOf(deployment, failed.id, "page");
      expect(await inState(deployment, page.id, "Succeeded")).toMatchObject({ result: "no such month" });
    });

    test("a check that comes again starts a task when its condition becomes true, and not while it stays so", async () => {
      const found: number[] = [];
      const load = defineTriggeredJob({
        key: "load",
        execute: ({ files }: { files: number }) => ({ files }),
      });
      const jobs = [
        load,
        defineTask(
          "loading",
          { params: { files: param.number<number>() } },
          (task) => void task.job("load", load, { args: { files: task.params.files } }),
        ),
        defineRecurringJob({
          key: "look",
          everyMs: beatMs,
          children: [
            {
              job: "loading",
              when: "$.SELF.RESULT.files > 0",
              edge: true,
              args: { files: "{result.files}" },
            },
          ],
          execute: () => ({ files: found.length }),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const looked = async (): Promise<void> => {
        const count = async (): Promise<number> =>
          (await deployment.api.runsOf("look")).filter(({ state }) => state === "Succeeded").length;
        const before = await count();
        await skipAhead(harness, deployment, 3 * beatMs);
        // The second of them began after this was called.
        await deployment.until("two more looks", async () => (await count()) >= before + 2);
      };
      const started = (count: number): Promise<readonly RunJson[]> =>
        deployment.until(`${count} runs of the task`, async () => {
          const runs = await deployment.api.runsOf("loading");
          return runs.length >= count && runs;
        });
      await looked();
      found.push(1);
      await looked();
      const [first] = (await started(1)) as [RunJson];
      const check = await deployment.api.call<RunJson>(
        "GET",
        `/instances/${encodeURIComponent(first.trigger.of ?? "")}`,
      );
      expect(check.body).toMatchObject({ jobKey: "look", result: { files: 1 } });
      expect(first.trigger.type).toBe("condition");
      await inState(deployment, first.id, "Succeeded");
      await looked();
      found.length = 0;
      await looked();
      found.push(1, 2);
      await looked();
      const second = await started(2);
      await looked();
      expect(second).toHaveLength(2);
      expect(await deployment.api.runsOf("loading")).toHaveLength(2);
    });

    test("a condition stays as it was while its check is paused, and what it starts is held while its app is stopped", async () => {
      const found: number[] = [];
      const jobs = [
        defineTriggeredJob({ key: "load", execute: () => "loaded" }),
        defineRecurringJob({
          key: "look",
          everyMs: beatMs,
          children: [{ job: "load", when: "$.SELF.RESULT.files > 0", edge: true }],
          execute: () => ({ files: found.length }),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const looks = async (): Promise<number> =>
        (await deployment.api.runsOf("look")).filter(({ state }) => state === "Succeeded").length;
      const looked = async (count: number): Promise<void> => {
        const before = await looks();
        await skipAhead(harness, deployment, (count + 1) * beatMs);
        await deployment.until("more looks", async () => (await looks()) >= before + count);
      };
      found.push(1);
      await looked(2);
      const loads = (): Promise<readonly RunJson[]> => deployment.api.runsOf("load");
      await deployment.until("the load", async () => (await loads()).length === 1);
      await deployment.api.call("POST", "/jobs/look/pause", {});
      await deployment.elapse(2 * beatMs);
      await deployment.api.call("POST", "/jobs/look/resume", {});
      // It holds still, and has not become true again.
      await looked(2);
      expect(await loads()).toHaveLength(1);
      found.length = 0;
      await looked(2);
      await deployment.api.call("POST", "/apps/behaviour/stop", {});
      found.push(1);
      await deployment.elapse(2 * beatMs);
      expect(await loads()).toHaveLength(1);
      // By hand it looks all the same; what becomes true then is recorded, and waits.
      const byHand = await deployment.api.trigger("look", { manual: true });
      await inState(deployment, byHand.id, "Succeeded");
      const held = await deployment.until("the load to be held", async () =>
        (await loads()).find(({ reasonCode }) => reasonCode === "held"),
      );
      expect(held.trigger).toMatchObject({ type: "condition", of: byHand.id });
      await deployment.api.call("POST", "/apps/behaviour/start", {});
      await deployment.elapse(1000);
      await inState(deployment, held.id, "Succeeded");
    });
  });
}
