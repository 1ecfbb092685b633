import { defineTriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { skipAhead } from "./pace.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const HOUR_MS = 3_600_000;
const GATE = { id: "gate", type: "job", job: { key: "gate" } };
const AFTER = { id: "after", type: "job", job: { key: "gate" }, pre: [{ node: "gate" }] };
const FREE = { options: { maxConcurrency: null } };
const APPROVAL = {
  id: "rest",
  type: "approval",
  by: { users: ["ann"] },
  timeoutMs: HOUR_MS,
  onTimeout: "refused",
};
/** Gives the node what the task was started with. */
const N = [{ name: "n", expression: "$.TASK.PARAMS.n" }];
const WITH_N = { params: [{ name: "n", type: "number" }] };

/** Options that limit runs, where the job is a task, and where the job of a node has them. */
export function describeLimitsOfTasks(harness: DeploymentHarness): void {
  describe(`limits of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (narrow: TriggeredJobOptions = {}) => {
      const gates = new Gates();
      const job = (key: string, options: TriggeredJobOptions) =>
        defineTriggeredJob({ maxConcurrency: null, ...options, key, execute: (_, own) => gates.pass(own) });
      const deployment = await harness.open({ jobs: [job("gate", {}), job("narrow", narrow)] });
      const tasks = new TaskCalls(deployment);
      const start = async (args: object = {}): Promise<string> =>
        (await deployment.api.trigger("task", { args })).id;
      /** Lets the node that runs now return. */
      const pass = async (task: string, jobKey = "gate"): Promise<RunJson> => {
        const run = await tasks.running(task, jobKey);
        gates.succeed(run.id);
        await inState(deployment, run.id, "Succeeded");
        return run;
      };
      return { deployment, gates, tasks, start, pass };
    };

    test("`unique: existing` returns the task under way until its cleanup has ended, while it waits and while it is retried", async () => {
      const { deployment, gates, tasks, start, pass } = await open();
      const rest = { id: "rest", type: "wait", for: { signal: "go" } };
      const body = {
        ...WITH_N,
        nodes: [
          rest,
          { ...GATE, pre: [{ node: "rest" }] },
          { id: "clean", type: "job", job: { key: "narrow" }, cleanup: true, pre: [{ node: "gate" }] },
        ],
      };
      const options = {
        unique: "existing",
        uniqueKey: "args.n",
        maxConcurrency: null,
        retryCount: 1,
        retryIntervalMs: 2000,
      };
      await tasks.create("task", body, { options });
      const id = await start({ n: 1 });
      await deployment.until("it to wait", async () => (await tasks.nodes(id))["rest"] === "Waiting");
      expect(await start({ n: 1 })).toBe(id);
      const other = await start({ n: 2 });
      expect(other).not.toBe(id);
      await tasks.call("POST", id, "/task/operations", { type: "signal", signal: "go" });
      const failed = await tasks.running(id, "gate");
      expect(await start({ n: 1 })).toBe(id);
      gates.fail(failed.id);
      await pass(id, "narrow");
      await inState(deployment, id, "Failed");
      expect(await start({ n: 1 })).toBe(id);
      await skipAhead(harness, deployment, 2000);
      await pass(id);
      const clean = await tasks.running(id, "narrow");
      expect(await start({ n: 1 })).toBe(id);
      gates.succeed(clean.id);
      await inState(deployment, id, "Succeeded");
      expect(await start({ n: 1 })).not.toBe(id);
      await deployment.api.cancel(other);
    });

    test("`unique: skip` skips a trigger while a task is held, and says which run is in the way", async () => {
      const { deployment, gates, tasks, start } = await open();
      const options = { unique: "skip", maxConcurrency: null };
      await tasks.create("task", { nodes: [GATE], onFailure: "hold" }, { options });
      const id = await start();
      gates.fail((await tasks.running(id, "gate")).id);
      await deployment.until("it to hold", async () => (await tasks.read(id)).phase === "held");
      const skipped = await inState(deployment, await start(), "Skipped");
      expect(skipped.reason).toContain(id);
      await tasks.call("POST", id, "/task/operations", { type: "giveUp" });
      await inState(deployment, id, "Terminated");
      const next = await start();
      await tasks.running(next, "gate");
    });

    test.each<[string, object]>([
      ["waits for a signal", { id: "rest", type: "wait", for: { signal: "go" } }],
      ["waits for an approval", APPROVAL],
      ["runs another task", { id: "rest", type: "task", key: "inner" }],
    ])("`whenFull: replace` cancels a task that %s, with its cleanup", async (_, node) => {
      const { deployment, tasks, start, pass } = await open();
      await tasks.create("inner", { nodes: [GATE] });
      const clean = {
        id: "clean",
        type: "job",
        job: { key: "narrow" },
        cleanup: true,
        pre: [{ node: "first" }],
      };
      const first = { ...GATE, id: "first" };
      const nodes = [first, { ...node, pre: [{ node: "first" }] }, clean];
      await tasks.create("task", { nodes }, { options: { whenFull: "replace", maxConcurrency: 1 } });
      const id = await start();
      await pass(id);
      await deployment.until("it to get there", async () => {
        const rest = (await tasks.nodes(id))["rest"];
        return rest === "Waiting" || rest === "Running";
      });
      const newer = await start();
      await pass(id, "narrow");
      const ended = await inState(deployment, id, "Cancelled");
      expect(ended.reasonCode).toBe("replaced");
      expect(await tasks.nodes(id)).toMatchObject({ rest: "Cancelled", clean: "Succeeded" });
      await pass(newer);
    });

    test("`unique: replace` gives a task that has not begun the newer arguments, and one that waits for its retry a follower", async () => {
      const { deployment, gates, tasks, start, pass } = await open();
      const nodes = [{ ...GATE, params: N }];
      const options = { unique: "replace", maxConcurrency: null, retryCount: 1, retryIntervalMs: 3000 };
      await tasks.create("task", { ...WITH_N, nodes }, { options });
      const delayed = await deployment.api.trigger("task", { args: { n: 1 }, delayMs: HOUR_MS });
      expect(await start({ n: 2 })).toBe(delayed.id);
      expect((await deployment.api.run(delayed.id)).args).toEqual({ n: 2 });
      await deployment.api.cancel(delayed.id);
      const id = await start({ n: 3 });
      gates.fail((await tasks.running(id, "gate")).id);
      await inState(deployment, id, "Failed");
      const follower = await start({ n: 4 });
      expect(follower).not.toBe(id);
      await deployment.until("the follower to wait", async () => {
        return (await deployment.api.run(follower)).reasonCode === "waits_for_run";
      });
      await skipAhead(harness, deployment, 3000);
      const again = await pass(id);
      expect((await deployment.api.run(again.id)).args).toEqual({ n: 3 });
      await inState(deployment, id, "Succeeded");
      expect((await deployment.api.run((await pass(follower)).id)).args).toEqual({ n: 4 });
      await inState(deployment, follower, "Succeeded");
    });

    test("a task within a task waits where that task is full or has a rate, and begins where it is unique", async () => {
      const { deployment, tasks, start, pass } = await open();
      const options = { unique: "skip", maxConcurrency: 1 };
      await tasks.create("inner", { nodes: [GATE] }, { options });
      await tasks.create("task", { nodes: [{ id: "sub", type: "task", key: "inner" }] }, FREE);
      const alone = (await deployment.api.trigger("inner")).id;
      await tasks.running(alone, "gate");
      const id = await start();
      const waits = await deployment.until("the task within to wait", async () =>
        (await tasks.runs(id)).find(({ reasonCode }) => reasonCode === "waits_for_slot"),
      );
      await pass(alone);
      await pass(waits.id);
      await inState(deployment, id, "Succeeded");
      await deployment.api.edit("inner", { maxConcurrency: null });
      const other = (await deployment.api.trigger("inner")).id;
      const second = await start();
      const begun = await tasks.running(second, "inner");
      await pass(begun.id);
      await inState(deployment, second, "Succeeded");
      await pass(other);
    });

    test("a debounced task is one run with the latest arguments, which its nodes are given", async () => {
      const { deployment, tasks, start, pass } = await open();
      const nodes = [{ ...GATE, params: N }];
      await tasks.create(
        "task",
        { ...WITH_N, nodes },
        { options: { debounceMs: 5000, maxConcurrency: null } },
      );
      const ids = [await start({ n: 1 }), await start({ n: 2 }), await start({ n: 3 })];
      expect(new Set(ids).size).toBe(1);
      const [id = ""] = ids;
      await deployment.elapse(5500);
      const run = await pass(id);
      expect((await deployment.api.run(run.id)).args).toEqual({ n: 3 });
      await inState(deployment, id, "Succeeded");
    });

    test("a node begins at once where its job is debounced, and takes no trigger of others", async () => {
      const { deployment, tasks, start, pass } = await open({ debounceMs: HOUR_MS, debounceMaxMs: HOUR_MS });
      await tasks.create("task", { nodes: [{ id: "a", type: "job", job: { key: "narrow" } }] });
      const waits = await deployment.api.trigger("narrow");
      const id = await start();
      const run = await pass(id, "narrow");
      expect(run.id).not.toBe(waits.id);
      await inState(deployment, id, "Succeeded");
      expect((await deployment.api.run(waits.id)).state).toBe("Scheduled");
      expect((await deployment.api.trigger("narrow")).id).toBe(waits.id);
      await deployment.api.cancel(waits.id);
    });

    test("the rate of a task counts its starts, and none of its nodes", async () => {
      const { deployment, tasks, start, pass } = await open();
      const options = { maxConcurrency: null, rateLimit: { max: 1, perMs: HOUR_MS } };
      await tasks.create("task", { nodes: [GATE, AFTER] }, { options });
      const [first, second] = [await start(), await start()];
      const [begun, waits] = await deployment.until("one of the two to begin", async () => {
        const runs = await Promise.all([first, second].map((id) => deployment.api.run(id)));
        const [one] = runs.filter(({ state }) => state === "Processing");
        const [other] = runs.filter(({ reasonCode }) => reasonCode === "waits_for_slot");
        return one !== undefined && other !== undefined && ([one.id, other.id] as const);
      });
      await pass(begun);
      await pass(begun);
      await inState(deployment, begun, "Succeeded");
      expect((await deployment.api.run(waits)).state).toBe("Enqueued");
      await deployment.api.edit("task", { rateLimit: { max: 2 } });
      await pass(waits);
      await pass(waits);
      await inState(deployment, waits, "Succeeded");
    });

    test("a quota of one run at a time lets a task within a task go on, one node after the other", async () => {
      const { deployment, gates, tasks, start } = await open();
      const quotas = { quotas: { maxConcurrentRuns: 1 } };
      expect((await deployment.api.call("PATCH", "/tenant", quotas, { "if-match": "*" })).status).toBe(200);
      await deployment.elapse(2000);
      const batch = { ...GATE, id: "batch", each: { items: "[1, 2, 3]" } };
      await tasks.create("inner", { nodes: [batch] });
      await tasks.create("task", { nodes: [GATE, { id: "sub", type: "task", key: "inner" }] });
      const id = await start();
      const ended = new Set<string>();
      while (ended.size < 4) {
        const run = await deployment.until("a node to begin", async () => {
          await deployment.elapse(100);
          const own = await tasks.runs(id);
          const inner = await Promise.all(
            own.filter(({ jobKey }) => jobKey === "inner").map((of) => tasks.runs(of.id)),
          );
          return [...own, ...inner.flat()].find(
            (one) => one.jobKey === "gate" && one.state === "Processing" && !ended.has(one.id),
          );
        });
        await gates.entered(run.id);
        gates.succeed(run.id);
        await inState(deployment, run.id, "Succeeded");
        ended.add(run.id);
      }
      await inState(deployment, id, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("a quota of runs a minute counts starts of tasks, and lets a task that has begun have all its nodes", async () => {
      const { deployment, tasks, start, pass } = await open();
      await tasks.create("task", { nodes: [GATE, AFTER] }, { options: { maxConcurrency: null } });
      const quotas = { quotas: { maxRunsPerMinute: 1 } };
      const changed = await deployment.api.call("PATCH", "/tenant", quotas, { "if-match": "*" });
      expect([changed.status, changed.body]).toMatchObject([200, {}]);
      await deployment.elapse(2000);
      const id = await start();
      const refused = await deployment.api.call<{ code: string }>("POST", "/jobs/task/instances", {});
      expect([refused.status, refused.body.code]).toEqual([429, "quota_exceeded"]);
      await pass(id);
      await pass(id);
      await inState(deployment, id, "Succeeded");
    });
  });
}
