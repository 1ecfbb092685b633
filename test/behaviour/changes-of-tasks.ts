import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const GATE = { id: "gate", type: "job", job: { key: "gate" } };
const AFTER = { id: "after", type: "job", job: { key: "other" }, pre: [{ node: "gate" }] };
const YEARLY = "0 0 0 1 1 *";

/** Changes that people make to jobs, apps and graphs while tasks are under way. */
export function describeChangesOfTasks(harness: DeploymentHarness): void {
  describe(`changes while tasks run (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (nodes: readonly object[] = [GATE, AFTER], more: object = {}, body: object = {}) => {
      const gates = new Gates();
      const job = (key: string) =>
        defineTriggeredJob({ key, maxConcurrency: null, execute: (_args, context) => gates.pass(context) });
      const yearly = defineRecurringJob({
        key: "yearly",
        cron: YEARLY,
        execute: (context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [job("gate"), job("other"), yearly] });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", { nodes, ...body }, { options: { maxConcurrency: null }, ...more });
      const start = async (): Promise<string> => (await deployment.api.trigger("task")).id;
      /** Lets the node that runs now return. */
      const pass = async (task: string, jobKey = "gate"): Promise<RunJson> => {
        const run = await tasks.running(task, jobKey);
        gates.succeed(run.id);
        await inState(deployment, run.id, "Succeeded");
        return run;
      };
      const post = async (path: string, asked: object = {}): Promise<void> => {
        const { status, body: answer } = await deployment.api.call("POST", path, asked);
        expect([status < 300, answer]).toEqual([true, answer]);
      };
      const operate = (id: string, operation: object) =>
        tasks.call<{ code?: string }>("POST", id, "/task/operations", operation);
      const node = (id: string, name: string, status: string): Promise<true> =>
        deployment.until(`node "${name}" to be ${status}`, async () => {
          return (await tasks.nodes(id))[name] === status && true;
        });
      return { deployment, gates, tasks, start, pass, post, operate, node };
    };

    test("a pause of a task's schedule lets the run under way have all its nodes, and begins no other", async () => {
      const { deployment, pass, post } = await open([GATE, AFTER], {
        kind: "recurring",
        options: { cron: cronOfBeats(harness), maxConcurrency: 1 },
      });
      await deployment.elapse(beatOf(harness));
      const { id } = await deployment.until("a fire", async () =>
        (await deployment.api.runsOf("task")).find(({ state }) => state === "Processing"),
      );
      await post("/jobs/task/pause");
      await pass(id);
      await pass(id, "other");
      await inState(deployment, id, "Succeeded");
      await deployment.elapse(2 * beatOf(harness));
      const others = (await deployment.api.runsOf("task")).filter((run) => run.id !== id);
      expect(others.filter(({ state }) => state === "Processing")).toEqual([]);
      await post("/jobs/task/resume");
      await deployment.elapse(beatOf(harness));
      await deployment.until("the next fire", async () =>
        (await deployment.api.runsOf("task")).find((run) => run.state === "Processing"),
      );
    });

    test("a node runs a job whose schedule is paused", async () => {
      const { deployment, start, pass, post } = await open([
        { id: "a", type: "job", job: { key: "yearly" } },
      ]);
      await post("/jobs/yearly/pause");
      const id = await start();
      await pass(id, "yearly");
      await inState(deployment, id, "Succeeded");
    });

    test("a paused task begins nothing, whatever ends meanwhile, and goes on once it is resumed", async () => {
      const rest = { id: "rest", type: "wait", for: { ms: "2000" } };
      const { deployment, gates, tasks, start, pass, operate, node } = await open([
        GATE,
        AFTER,
        rest,
        { id: "late", type: "job", job: { key: "yearly" }, pre: [{ node: "rest" }] },
      ]);
      const id = await start();
      await node(id, "rest", "Waiting");
      const run = await tasks.running(id, "gate");
      expect((await operate(id, { type: "pause" })).status).toBe(200);
      gates.succeed(run.id);
      await node(id, "gate", "Succeeded");
      await deployment.elapse(2500);
      expect((await tasks.runs(id)).length).toBe(1);
      expect((await tasks.read(id)).phase).toBe("paused");
      expect((await operate(id, { type: "resume" })).status).toBe(200);
      await pass(id, "other");
      await pass(id, "yearly");
      await inState(deployment, id, "Succeeded");
    });

    test("a paused task is cancelled at once, and its cleanup runs", async () => {
      const clean = { ...AFTER, id: "clean", cleanup: true };
      const { deployment, tasks, start, operate, pass } = await open([GATE, AFTER, clean]);
      const id = await start();
      await tasks.running(id, "gate");
      await operate(id, { type: "pause" });
      await deployment.api.cancel(id);
      await pass(id, "other");
      await inState(deployment, id, "Cancelled");
      expect(await tasks.nodes(id)).toMatchObject({ gate: "Cancelled", clean: "Succeeded" });
    });

    test("a wait that ends while the app is stopped has its followers held until the start", async () => {
      const { deployment, tasks, start, pass, post, node } = await open([
        { id: "rest", type: "wait", for: { ms: "1500" } },
        { ...GATE, pre: [{ node: "rest" }] },
      ]);
      const id = await start();
      await node(id, "rest", "Waiting");
      await post("/apps/behaviour/stop", { note: "release" });
      await deployment.elapse(2000);
      await deployment.until("the node to be held", async () =>
        (await tasks.runs(id)).some(({ reasonCode }) => reasonCode === "held"),
      );
      await post("/apps/behaviour/start");
      await pass(id);
      await inState(deployment, id, "Succeeded");
    });

    test("a task that is cancelled while its app is stopped ends, its cleanup once the app starts", async () => {
      const clean = {
        id: "clean",
        type: "job",
        job: { key: "yearly" },
        cleanup: true,
        pre: [{ node: "gate" }],
      };
      const { deployment, tasks, start, pass, post } = await open([GATE, AFTER, clean]);
      const id = await start();
      const first = await tasks.running(id, "gate");
      await post("/apps/behaviour/stop");
      await deployment.api.cancel(id);
      await inState(deployment, first.id, "Cancelled");
      await deployment.until("the cleanup to be held", async () =>
        (await tasks.runs(id)).some(({ jobKey, reasonCode }) => jobKey === "yearly" && reasonCode === "held"),
      );
      await post("/apps/behaviour/start");
      await pass(id, "yearly");
      await inState(deployment, id, "Cancelled");
      expect(await tasks.nodes(id)).toMatchObject({ after: "Cancelled", clean: "Succeeded" });
    });

    test("a task that is triggered while its app is stopped begins once it starts, and is cancelled meanwhile at once", async () => {
      const { deployment, start, pass, post } = await open([GATE]);
      await post("/apps/behaviour/stop");
      const [id, other] = [await start(), await start()];
      await deployment.api.cancel(other);
      await inState(deployment, other, "Cancelled");
      expect((await deployment.api.run(id)).state).toBe("Enqueued");
      await post("/apps/behaviour/start");
      await pass(id);
      await inState(deployment, id, "Succeeded");
    });

    test("a node whose job is deleted before it begins fails by name, and another one handles it", async () => {
      const handler = { ...GATE, id: "instead", pre: [{ node: "after", on: "failed" }] };
      const { deployment, tasks, start, pass } = await open([
        GATE,
        { ...AFTER, job: { key: "made" } },
        handler,
      ]);
      const work = { kind: "code", handler: "other" };
      const made = await deployment.api.call("POST", "/jobs", {
        key: "made",
        app: "behaviour",
        kind: "triggered",
        work,
      });
      expect(made.status).toBe(201);
      const id = await start();
      const first = await tasks.running(id, "gate");
      const gone = await deployment.api.call("DELETE", "/jobs/made", undefined, { "if-match": "*" });
      expect([gone.status, gone.body]).toEqual([204, null]);
      await pass(id);
      const handled = await deployment.until("the handler to begin", async () =>
        (await tasks.runs(id)).find((run) => run.jobKey === "gate" && run.id !== first.id),
      );
      expect(handled.id).not.toBe(first.id);
      await pass(id);
      await inState(deployment, id, "Succeeded");
      expect(await tasks.nodes(id)).toMatchObject({ after: "Failed", instead: "Succeeded" });
      expect(await codeOf(tasks, id, "after")).toBe("job_not_found");
    });

    test("a node that waits for its job is ended by the deletion of that job, and fails by name", async () => {
      const { deployment, gates, tasks, start } = await open([
        { id: "a", type: "job", job: { key: "made" } },
      ]);
      const made = {
        key: "made",
        app: "behaviour",
        kind: "triggered",
        work: { kind: "code", handler: "other" },
        options: { maxConcurrency: 1 },
      };
      expect((await deployment.api.call("POST", "/jobs", made)).status).toBe(201);
      const holder = await deployment.api.trigger("made");
      await gates.entered(holder.id);
      const id = await start();
      await deployment.until("the node to wait", async () =>
        (await tasks.runs(id)).some(({ reasonCode }) => reasonCode === "waits_for_slot"),
      );
      await deployment.api.call("DELETE", "/jobs/made", undefined, { "if-match": "*" });
      const ended = await inState(deployment, id, "Terminated");
      expect(ended.error?.code).toBe(await codeOf(tasks, id, "a"));
      expect(await codeOf(tasks, id, "a")).toBe("job_deleted");
    });

    test("a task's job that is deleted while its run is under way is refused, and its run goes on", async () => {
      const { deployment, start, pass } = await open();
      const id = await start();
      await pass(id);
      const remove = () =>
        deployment.api.call<{ code?: string } | null>("DELETE", "/jobs/task", undefined, { "if-match": "*" });
      expect((await remove()).status).toBe(409);
      await pass(id, "other");
      await inState(deployment, id, "Succeeded");
      expect((await remove()).status).toBe(204);
      expect((await deployment.api.run(id)).state).toBe("Succeeded");
    });

    test("a body that is edited while a run is under way is that of the next run", async () => {
      const { deployment, tasks, start, pass } = await open();
      const id = await start();
      await tasks.running(id, "gate");
      const body = { engine: 1, nodes: [GATE, { ...AFTER, job: { key: "yearly" } }] };
      const saved = await deployment.api.call("POST", "/jobs/task/script/versions", {
        source: JSON.stringify(body),
        expectedVersion: 1,
        comment: "another job",
      });
      expect(saved.status).toBe(200);
      const next = await start();
      for (const [run, key, version] of [
        [id, "other", 1],
        [next, "yearly", 2],
      ] as const) {
        await pass(run);
        await pass(run, key);
        await inState(deployment, run, "Succeeded");
        expect((await tasks.read(run)).version).toBe(version);
      }
    });

    test("an edit of a node's job counts for what begins from then on: a job that is disabled fails its node", async () => {
      const handler = { ...GATE, id: "instead", pre: [{ node: "after", on: "failed" }] };
      const { deployment, gates, tasks, start, pass } = await open([GATE, AFTER, handler]);
      const [id, other] = [await start(), await start()];
      await pass(other);
      const begun = await tasks.running(other, "other");
      await deployment.api.edit("other", { disabled: true });
      await pass(id);
      await pass(id);
      await inState(deployment, id, "Succeeded");
      expect(await codeOf(tasks, id, "after")).toBe("job_disabled");
      gates.succeed(begun.id);
      await inState(deployment, other, "Succeeded");
    });

    test("a task whose job is disabled has all its nodes, takes no trigger, and is not run again", async () => {
      const { deployment, tasks, start, pass } = await open();
      const id = await start();
      await tasks.running(id, "gate");
      await deployment.api.edit("task", { disabled: true });
      await pass(id);
      await pass(id, "other");
      await inState(deployment, id, "Succeeded");
      const refused = await deployment.api.call<{ code: string }>("POST", "/jobs/task/instances", {});
      expect([refused.status, refused.body.code]).toEqual([409, "job_disabled"]);
      const again = await tasks.call<{ code: string }>("POST", id, "/task/rerun", { mode: "whole" });
      expect([again.status, again.body.code]).toEqual([409, "job_disabled"]);
    });

    test("a task within a task whose job is disabled meanwhile fails its node, one that runs goes on", async () => {
      const sub = { id: "sub", type: "task", key: "inner", pre: [{ node: "gate" }] };
      const { deployment, tasks, pass } = await open([GATE]);
      await tasks.create("inner", { nodes: [GATE] });
      await tasks.create("outer", { nodes: [GATE, sub] }, { options: { maxConcurrency: null } });
      const [id, other] = [
        (await deployment.api.trigger("outer")).id,
        (await deployment.api.trigger("outer")).id,
      ];
      await pass(id);
      const inner = await tasks.running(id, "inner");
      await tasks.running(inner.id, "gate");
      await deployment.api.edit("inner", { disabled: true });
      await pass(other);
      expect((await inState(deployment, other, "Terminated")).error?.code).toBe("job_disabled");
      await pass(inner.id);
      await inState(deployment, id, "Succeeded");
    });

    test("the time limit of a task counts while it is paused, and while its app is stopped", async () => {
      const { deployment, tasks, start, operate, post } = await open([GATE, AFTER], {
        options: { maxConcurrency: null, timeoutMs: 3000 },
      });
      const [paused, held] = [await start(), await start()];
      await operate(paused, { type: "pause" });
      await tasks.running(held, "gate");
      await post("/apps/behaviour/stop");
      await deployment.elapse(3500);
      for (const id of [paused, held]) {
        const run = await inState(deployment, id, "Terminated");
        expect(run.error?.code).toBe("task_timeout");
      }
    });

    test("an edit of the concurrency key counts for tasks that wait, and for those that run", async () => {
      const { deployment, tasks, pass } = await open(
        [GATE],
        { options: { maxConcurrency: 1, whenFull: "queue" } },
        { params: [{ name: "n", type: "number" }] },
      );
      const startWith = async (n: number): Promise<string> =>
        (await deployment.api.trigger("task", { args: { n } })).id;
      const first = await startWith(1);
      await tasks.running(first, "gate");
      const [same, another] = [await startWith(1), await startWith(2)];
      await deployment.until("both to wait", async () => {
        const runs = await Promise.all([same, another].map((id) => deployment.api.run(id)));
        return runs.every(({ reasonCode }) => reasonCode === "waits_for_slot");
      });
      await deployment.api.edit("task", { concurrencyKey: "args.n" });
      await pass(another);
      await inState(deployment, another, "Succeeded");
      await pass(first);
      await inState(deployment, first, "Succeeded");
      await pass(same);
      await inState(deployment, same, "Succeeded");
    });

    test("an edit of a task's options counts for runs that wait: they begin, or wait no longer", async () => {
      const { deployment, start, pass } = await open([GATE], {
        options: { maxConcurrency: 1, whenFull: "queue" },
      });
      const first = await start();
      const second = await start();
      await deployment.until("the second to wait", async () => {
        return (await deployment.api.run(second)).reasonCode === "waits_for_slot";
      });
      await deployment.api.edit("task", { maxConcurrency: 2 });
      await pass(second);
      await inState(deployment, second, "Succeeded");
      await pass(first);
      await inState(deployment, first, "Succeeded");
    });
  });
}

/** The code with which a node has failed. */
async function codeOf(tasks: TaskCalls, id: string, node: string): Promise<string | null | undefined> {
  const { body } = await tasks.call<{
    task: { nodes: readonly { id: string; code: string | null }[] };
  }>("GET", id, "/task");
  return body.task.nodes.find((one) => one.id === node)?.code;
}
