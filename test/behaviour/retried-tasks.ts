import { defineTriggeredJob, jobError, type JobRegistration } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { Gates } from "./gates.ts";
import { inState, path } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const gate = (id: string, ...before: readonly string[]): object => ({
  id,
  type: "job",
  job: { key: "gate" },
  pre: before.map((node) => ({ node })),
});

/** Tasks that are retried as a whole, as jobs are. */
export function describeRetriedTasks(harness: DeploymentHarness): void {
  describe(`retried tasks (${harness.name})`, () => {
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
          key: "tell",
          maxConcurrency: null,
          execute: (args: unknown) => void told.push(JSON.stringify(args)),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const tasks = new TaskCalls(deployment);
      await tasks.create(
        "task",
        { nodes, ...body },
        { options: { retryCount: 1, retryIntervalMs: intervalMs, ...options } },
      );
      const { id } = await deployment.api.trigger("task");
      const end = async (how: "succeed" | "fail", value?: unknown): Promise<RunJson> => {
        const run = await tasks.running(id, "gate");
        if (how === "succeed") gates.succeed(run.id, value);
        else gates.fail(run.id, new Error("broken"));
        return inState(deployment, run.id, how === "succeed" ? "Succeeded" : "Terminated");
      };
      return { deployment, tasks, gates, told, id, end };
    };

    test("one that failed is retried after its interval, takes over what was ok, and keeps its version and its log", async () => {
      const { deployment, tasks, told, id, end } = await open(
        [
          gate("ok"),
          gate("bad", "ok"),
          {
            id: "tell",
            type: "job",
            job: { key: "tell" },
            pre: [{ node: "bad" }],
            params: [{ name: "ok", expression: "$.JOB['ok'].RESULT" }],
          },
        ],
        { children: [{ job: "tell", args: "{result}" }] },
      );
      await end("succeed", "one");
      await end("fail");
      const waiting = await inState(deployment, id, "Failed");
      expect(waiting).toMatchObject({
        attempt: 1,
        error: { code: "job_error", parameters: { node: "bad" } },
      });
      expect(await tasks.nodes(id)).toEqual({ ok: "Succeeded", bad: "Failed", tell: "Blocked" });
      const rerun = await tasks.call("POST", id, "/task/rerun", { mode: "smart" });
      expect(rerun.status).toBe(409);
      const saved = await deployment.api.call("POST", "/jobs/task/script/versions", {
        source: JSON.stringify({ engine: 1, nodes: [gate("another")] }),
        expectedVersion: 1,
      });
      expect(saved.status).toBe(200);
      await deployment.elapse(intervalMs + 500);
      await end("succeed", "two");
      const run = await inState(deployment, id, "Succeeded");
      expect(path(run)).toBe("Enqueued Processing Failed Processing Succeeded");
      expect(run).toMatchObject({ attempt: 2, error: null });
      expect(run.history.findLast(({ to }) => to === "Processing")?.reason).toBe(
        "Retry 1 of 1: its nodes run again",
      );
      expect(await tasks.read(id)).toMatchObject({ version: 1 });
      const { body: log } = await tasks.call<{ items: readonly { type: string }[] }>("GET", id, "/task/log");
      expect(log.items.filter(({ type }) => type === "restarted")).toMatchObject([
        { attempt: 2, firstN: 1, taken: { nodes: { ok: { s: "Succeeded" } } } },
      ]);
      // What its end starts is started once, by its last attempt.
      await deployment.until("its child to run", async () => told.length >= 2);
      expect(told.toSorted()).toEqual(["null", '{"ok":"one"}']);
      const { body: first } = await tasks.call<{ task: { nodes: readonly object[] } }>(
        "GET",
        id,
        `/task/state?at=${log.items.findIndex(({ type }) => type === "restarted")}`,
      );
      expect(first.task.nodes).toMatchObject([
        { id: "ok", status: "Succeeded" },
        { id: "bad", status: "Failed" },
        { id: "tell", status: "Blocked" },
      ]);
    });

    test("one is not retried where each failure that nothing handled says that it is of no use", async () => {
      const noUse = jobError({ number: -19_000_000_001, message: "no card", retryable: false });
      const { deployment, tasks, gates, id } = await open([gate("a"), gate("b")], {
        retryIntervalMs: 0,
        retryCount: 2,
      });
      const failBoth = async (...errors: readonly Error[]): Promise<void> => {
        const runs = await deployment.until("both to run", async () => {
          const running = (await tasks.runs(id)).filter(({ state }) => state === "Processing");
          return running.length === errors.length && running;
        });
        for (const [index, run] of runs.entries()) gates.fail(run.id, errors[index] ?? noUse);
      };
      // The other one may succeed.
      await failBoth(noUse, new Error("broken"));
      await deployment.elapse(1000);
      await failBoth(noUse, noUse);
      const run = await inState(deployment, id, "Terminated");
      expect(run).toMatchObject({ attempt: 2, reasonCode: "not_retryable" });
    });

    test("all of it is executed again where its body says so, until its retries are used up", async () => {
      const { deployment, tasks, id, end } = await open(
        [gate("a"), gate("b", "a")],
        { retryIntervalMs: 0 },
        { onRetry: "whole" },
      );
      for (const _ of [1, 2]) {
        await end("succeed");
        await end("fail");
        await deployment.elapse(1000);
      }
      const run = await inState(deployment, id, "Terminated");
      expect(run).toMatchObject({ attempt: 2, error: { code: "job_error", parameters: { node: "b" } } });
      expect(run.reason).toContain("Retries used up: 1 of 1");
      expect(await tasks.runs(id)).toHaveLength(4);
    });

    test("a cancel calls off the retry that it waits for, and a stop of its app holds it", async () => {
      const { deployment, tasks, gates, id, end } = await open([gate("a")], { maxConcurrency: 1 });
      await end("fail");
      await inState(deployment, id, "Failed");
      await deployment.api.cancel(id);
      await inState(deployment, id, "Cancelled");
      // Its slot is free.
      const second = await deployment.api.trigger("task");
      gates.fail((await tasks.running(second.id, "gate")).id);
      await inState(deployment, second.id, "Failed");
      await deployment.api.call("POST", "/apps/behaviour/stop", {});
      await deployment.elapse(intervalMs + 500);
      await deployment.until("its retry to be held", async () => {
        const { state, reasonCode } = await deployment.api.run(second.id);
        return state === "Failed" && reasonCode === "held";
      });
      await deployment.api.call("POST", "/apps/behaviour/start", {});
      await deployment.elapse(1000);
      gates.succeed((await tasks.running(second.id, "gate")).id);
      expect(await inState(deployment, second.id, "Succeeded")).toMatchObject({ attempt: 2 });
    });

    test("a failure of another kind than those of retryOn is not retried, nor is one that was given up", async () => {
      const { deployment, id, end } = await open([gate("a")], { retryOn: ["task_timeout"] });
      await end("fail");
      expect((await inState(deployment, id, "Terminated")).reasonCode).toBe("not_retried_on");
      const {
        tasks,
        id: other,
        end: endOther,
        deployment: one,
      } = await open([gate("a")], {}, { onFailure: "hold" });
      await endOther("fail");
      await one.until("it to hold", async () => (await tasks.read(other)).phase === "held");
      await tasks.call("POST", other, "/task/operations", { type: "giveUp" });
      expect((await inState(one, other, "Terminated")).reasonCode).toBe("not_retryable");
    });

    test("a task that takes too long is retried, and what ran was cancelled", async () => {
      const { deployment, tasks, id, end } = await open([gate("a")], { timeoutMs: intervalMs });
      const first = await tasks.running(id, "gate");
      await deployment.elapse(intervalMs + 500);
      await inState(deployment, first.id, "Cancelled");
      expect((await inState(deployment, id, "Failed")).error).toMatchObject({ code: "task_timeout" });
      // However slow this machine is.
      await deployment.api.edit("task", { timeoutMs: 3_600_000 });
      await deployment.elapse(intervalMs + 500);
      await end("succeed");
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({ attempt: 2 });
    });

    test("a task waits for one within it that is retried, which goes on with the items that were not ok", async () => {
      const { deployment, tasks, gates, told } = await open([gate("none")]);
      const items = { items: "['a', 'b', 'c']" };
      const node = { id: "each", type: "job", job: { key: "gate" }, each: items };
      await tasks.create(
        "inner",
        {
          nodes: [node],
          results: [{ name: "all", type: "json", expression: "$.JOB['each'][*].RESULT" }],
        },
        { options: { retryCount: 1, retryIntervalMs: 0 } },
      );
      await tasks.create("outer", {
        nodes: [
          { id: "sub", type: "task", key: "inner" },
          {
            id: "tell",
            type: "job",
            job: { key: "tell" },
            pre: [{ node: "sub" }],
            params: [{ name: "all", expression: "$.JOB['sub'].RESULT.all" }],
          },
        ],
      });
      const outer = await deployment.api.trigger("outer");
      const sub = await tasks.running(outer.id, "inner");
      const first = await deployment.until("three items to run", async () => {
        const runs = (await tasks.runs(sub.id)).filter(({ state }) => state === "Processing");
        return runs.length === 3 && runs;
      });
      const ended = first.map((run, index) => {
        if (index === 1) gates.fail(run.id, new Error("broken"));
        else gates.succeed(run.id, `${index}`);
        return inState(deployment, run.id, index === 1 ? "Terminated" : "Succeeded");
      });
      await Promise.all(ended);
      await deployment.elapse(1000);
      const again = await tasks.running(sub.id, "gate");
      gates.succeed(again.id, "1");
      await inState(deployment, outer.id, "Succeeded");
      expect(await tasks.runs(sub.id)).toHaveLength(4);
      expect(await deployment.api.run(sub.id)).toMatchObject({ state: "Succeeded", attempt: 2 });
      expect(told).toHaveLength(1);
      expect((JSON.parse(told[0] ?? "{}") as { all: string[] }).all.toSorted()).toEqual(["0", "1", "2"]);
    });
  });
}
