import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const node = (id: string, key: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { key },
  ...more,
});

/** Nodes that start a run and do not wait for it. */
export function describeStartedRuns(harness: DeploymentHarness): void {
  describe(`runs that nodes start (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const intervalMs = beatOf(harness);

    const open = async (nodes: readonly object[], options: object = {}, body: object = {}) => {
      const gates = new Gates();
      const told: string[] = [];
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "gate",
          maxConcurrency: null,
          execute: (_args, context) => gates.pass(context),
        }),
        defineTriggeredJob({
          key: "long",
          maxConcurrency: null,
          children: [{ job: "tell", args: { child: "{run.job}" } }],
          execute: (_args, context) => gates.pass(context),
        }),
        defineTriggeredJob({
          key: "tell",
          maxConcurrency: null,
          execute: (args: unknown) => void told.push(JSON.stringify(args)),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const tasks = new TaskCalls(deployment);
      await tasks.create("inner", { nodes: [node("only", "gate")] });
      await tasks.create("task", { nodes, ...body }, { options });
      const { id } = await deployment.api.trigger("task");
      return { deployment, tasks, gates, told, id };
    };

    const runsOf = async (deployment: Deployment, jobKey: string): Promise<readonly RunJson[]> => {
      const path = `/instances?jobKey=${encodeURIComponent(jobKey)}`;
      const { body } = await deployment.api.call<{ items: readonly RunJson[] }>("GET", path);
      return body.items;
    };

    const startedBy = (
      { until }: Deployment,
      tasks: TaskCalls,
      { id, node: name }: { readonly id: string; readonly node: string },
    ): Promise<string> =>
      until(`the run that "${name}" of ${id} started`, async () => {
        const { nodes } = await tasks.read(id);
        return (nodes.find((one) => one.id === name) as unknown as { started: string | null }).started;
      });

    test("their nodes succeed at once with their ids; they go on by themselves, and their ends start children", async () => {
      const { deployment, tasks, gates, told, id } = await open([
        node("go", "long", { wait: false, params: [{ name: "day", value: "monday" }] }),
        { id: "deep", type: "task", key: "inner", wait: false },
        node("tell", "tell", {
          pre: [{ node: "go" }, { node: "deep" }],
          params: [
            { name: "run", expression: "$.JOB['go'].RESULT" },
            { name: "day", expression: "$.JOB['go'].PARAMS.day" },
            { name: "state", expression: "$.JOB['go'].STATUS" },
          ],
        }),
      ]);
      await inState(deployment, id, "Succeeded");
      const run = await startedBy(deployment, tasks, { id, node: "go" });
      expect(told).toEqual([JSON.stringify({ run, day: "monday", state: "Succeeded" })]);
      expect((await tasks.runs(id)).map(({ jobKey }) => jobKey)).toEqual(["tell"]);
      expect(await deployment.api.run(run)).toMatchObject({
        jobKey: "long",
        args: { day: "monday" },
        trigger: { type: "task", of: id },
      });
      expect((await runsOf(deployment, "long")).map((one) => one.id)).toEqual([run]);
      await gates.entered(run);
      gates.succeed(run);
      await inState(deployment, run, "Succeeded");
      await deployment.until("its child to run", async () => told.length === 2);
      expect(told[1]).toBe(JSON.stringify({ child: "long" }));
      const inner = await startedBy(deployment, tasks, { id, node: "deep" });
      const only = await tasks.running(inner, "gate");
      gates.succeed(only.id);
      await inState(deployment, inner, "Succeeded");
    });

    test("a cancel of the task leaves them, and a failure of them is none of its", async () => {
      const { deployment, tasks, gates, id } = await open([
        node("go", "long", { wait: false }),
        node("a", "gate"),
      ]);
      const beside = await tasks.running(id, "gate");
      const run = await startedBy(deployment, tasks, { id, node: "go" });
      await gates.entered(run);
      const cancel = await tasks.call("POST", id, "/cancel", {});
      expect(cancel.status).toBeLessThan(300);
      await inState(deployment, id, "Cancelled");
      expect(await deployment.api.run(beside.id)).toMatchObject({ state: "Cancelled" });
      expect(await deployment.api.run(run)).toMatchObject({ state: "Processing" });
      gates.fail(run);
      await inState(deployment, run, "Terminated");
      expect(await deployment.api.run(id)).toMatchObject({ state: "Cancelled" });
    });

    test("a retry and a re-run of the task take them over, and start no second one", async () => {
      const { deployment, tasks, gates, id } = await open(
        [
          node("bad", "gate"),
          node("go", "long", { wait: false, pre: [{ node: "bad", on: "ended" }] }),
          node("end", "gate", { pre: [{ node: "go" }] }),
        ],
        { retryCount: 1, retryIntervalMs: intervalMs },
        { onRetry: "whole" },
      );
      const fail = async (task: string): Promise<void> => {
        const run = await tasks.running(task, "gate");
        gates.fail(run.id);
        await inState(deployment, run.id, "Terminated");
      };
      await fail(id);
      await fail(id);
      await inState(deployment, id, "Failed");
      const run = await startedBy(deployment, tasks, { id, node: "go" });
      await deployment.elapse(intervalMs + 500);
      await fail(id);
      await fail(id);
      await inState(deployment, id, "Terminated");
      expect(await startedBy(deployment, tasks, { id, node: "go" })).toBe(run);
      const rerun = await tasks.call<{ instance: RunJson }>("POST", id, "/task/rerun", { mode: "smart" });
      const second = rerun.body.instance.id;
      const both = await deployment.until("what failed to run again", async () => {
        const runs = (await tasks.runs(second)).filter(({ state }) => state === "Processing");
        return runs.length === 2 && runs;
      });
      for (const one of both) gates.succeed(one.id);
      await inState(deployment, second, "Succeeded");
      expect(await startedBy(deployment, tasks, { id: second, node: "go" })).toBe(run);
      expect((await runsOf(deployment, "long")).map((one) => one.id)).toEqual([run]);
    });

    test("a group starts one for each item, with the item", async () => {
      const { deployment, told, id } = await open([
        {
          id: "each",
          type: "group",
          each: { items: "['a', 'b', 'c']" },
          nodes: [node("go", "tell", { wait: false, params: [{ name: "file", expression: "$.ITEM" }] })],
        },
      ]);
      await inState(deployment, id, "Succeeded");
      await deployment.until("each to run", async () => told.length === 3);
      expect(told.toSorted()).toEqual(['{"file":"a"}', '{"file":"b"}', '{"file":"c"}']);
      expect(await runsOf(deployment, "tell")).toHaveLength(3);
    });

    test("one for which there is no room is not recorded, and fails its node with why", async () => {
      const { deployment, tasks, id } = await open([node("go", "inner-full", { wait: false })]);
      await inState(deployment, id, "Terminated");
      expect((await tasks.read(id)).nodes).toMatchObject([{ status: "Failed", code: "job_not_found" }]);
      const full = defineFull();
      expect((await deployment.api.call("POST", "/jobs", full)).status).toBe(201);
      await deployment.api.trigger("inner-full");
      const { id: second } = await deployment.api.trigger("task");
      await inState(deployment, second, "Terminated");
      expect((await tasks.read(second)).nodes).toMatchObject([{ status: "Failed", code: "waiting_limit" }]);
      expect(await runsOf(deployment, "inner-full")).toHaveLength(1);
    });
  });
}

/** A job of an app without workers, of which one run may wait. */
function defineFull(): object {
  const work = { kind: "code", handler: "nobody" };
  return { key: "inner-full", app: "nobody", kind: "triggered", work, options: { maxWaiting: 1 } };
}
