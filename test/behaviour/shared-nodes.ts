import { defineTriggeredJob, type JobContext, type JobRegistration } from "@mojob/core";
import { type IMoWorkRunner, registeredKind, type WorkAttempt } from "@mojob/core/ports";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const VALUE = "correct horse battery";
const SECRET = { name: "token", expression: "$.SECRET['API_TOKEN']" };

const node = (id: string, key: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { key },
  ...more,
});

/** Nodes whose jobs are broadcast, unique, or executed by executors that workers call. */
export function describeSharedNodes(harness: DeploymentHarness): void {
  describe(`nodes of broadcast, unique and called jobs (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const gates = new Gates();
      const given: string[] = [];
      const runner: IMoWorkRunner<JobContext> = {
        kind: registeredKind("xxl"),
        handlers: [],
        canRun: ({ work }) => work.kind === registeredKind("xxl"),
        run: async ({ context }: WorkAttempt<JobContext>) => {
          given.push(`called ${JSON.stringify(context.args)}`);
          return { args: context.args };
        },
      };
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "sweep",
          routing: { strategy: "broadcast" },
          execute: (args: { token?: string } | null, { shard, log }: JobContext) => {
            given.push(`shard ${String(args?.token)}`);
            log.info(`token ${String(args?.token)}`);
            return { index: shard?.index, token: args?.token ?? null };
          },
        }),
        defineTriggeredJob({
          key: "alone",
          maxConcurrency: null,
          unique: "existing",
          execute: (_args: unknown, context: JobContext) => gates.pass(context),
        }),
        defineTriggeredJob({
          key: "gate",
          maxConcurrency: null,
          execute: (_args, context) => gates.pass(context),
        }),
      ];
      const worker = { name: "a", maxConcurrentRuns: null };
      const deployment = await harness.open({ jobs, runners: [runner], worker, others: ["b", "c"] });
      const secret = { app: "behaviour", name: "API_TOKEN", value: VALUE };
      expect((await deployment.api.call("POST", "/secrets", secret)).status).toBe(201);
      return { deployment, tasks: new TaskCalls(deployment), gates, given };
    };

    const rerun = async (tasks: TaskCalls, id: string, mode: string): Promise<string> => {
      const { status, body } = await tasks.call<{ instance: RunJson }>("POST", id, "/task/rerun", { mode });
      expect(status).toBe(202);
      return body.instance.id;
    };

    test("each executor has a shard of the node, with its secrets, and another one when the task is run again", async () => {
      const { deployment, tasks, given } = await open();
      await tasks.create("task", {
        nodes: [
          node("all", "sweep", { params: [SECRET] }),
          node("after", "sweep", { pre: [{ node: "all" }] }),
        ],
        results: [{ name: "shards", type: "json", expression: "$.JOB['all'].RESULT" }],
      });
      const { id } = await deployment.api.trigger("task");
      const first = await inState(deployment, id, "Succeeded");
      const shards = [0, 1, 2].map((index) => ({ index, token: "***" }));
      expect(first.result).toEqual({ shards });
      expect(given.toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => `shard ${VALUE}`),
        ...Array.from({ length: 3 }, () => "shard undefined"),
      ]);
      const second = await rerun(tasks, id, "whole");
      expect((await inState(deployment, second, "Succeeded")).result).toEqual({ shards });
      expect(given).toHaveLength(12);
      const kept: unknown[] = [await tasks.read(second), await tasks.runs(second), await tasks.runs(id)];
      for (const run of await tasks.runs(id)) {
        kept.push(await deployment.api.run(run.id), await tasks.runs(run.id));
        for (const shard of await tasks.runs(run.id))
          kept.push((await tasks.call("GET", shard.id, "/logs")).body);
      }
      expect(JSON.stringify(kept)).toContain("token ***");
      expect(JSON.stringify(kept)).not.toContain(VALUE);
    });

    test("a unique job's key is not the node's, whatever else of the job waits or runs, and however the task is run again", async () => {
      const { deployment, tasks, gates } = await open();
      await tasks.create("task", { nodes: [node("one", "alone"), node("two", "alone")] });
      const other = await deployment.api.trigger("alone");
      await gates.entered(other.id);
      const runBoth = async (task: string): Promise<void> => {
        const both = await deployment.until("both nodes to run", async () => {
          const runs = (await tasks.runs(task)).filter(({ state }) => state === "Processing");
          return runs.length === 2 && runs;
        });
        for (const run of both) gates.succeed(run.id);
        await inState(deployment, task, "Succeeded");
      };
      const { id } = await deployment.api.trigger("task");
      await runBoth(id);
      const second = await rerun(tasks, id, "whole");
      await runBoth(second);
      expect((await deployment.api.trigger("alone")).id).toBe(other.id);
      gates.succeed(other.id);
      await inState(deployment, other.id, "Succeeded");
    });

    test("what an executor is called with has the secrets of the node, and its record has none", async () => {
      const { deployment, tasks, given } = await open();
      const work = { kind: "xxl", handler: "demo" };
      const called = { key: "called", app: "behaviour", kind: "triggered", work };
      expect((await deployment.api.call("POST", "/jobs", called)).status).toBe(201);
      await tasks.create("task", {
        nodes: [
          node("stored", "called", { params: [SECRET] }),
          { id: "own", type: "job", job: { work }, params: [SECRET], pre: [{ node: "stored" }] },
        ],
      });
      const { id } = await deployment.api.trigger("task");
      await inState(deployment, id, "Succeeded");
      const once = `called ${JSON.stringify({ token: VALUE })}`;
      expect(given).toEqual([once, once]);
      const runs = await Promise.all((await tasks.runs(id)).map((run) => deployment.api.run(run.id)));
      expect(runs).toMatchObject(
        runs.map(() => ({ args: { token: { $secret: "API_TOKEN" } }, result: { args: { token: "***" } } })),
      );
      expect(JSON.stringify([runs, await tasks.read(id)])).not.toContain(VALUE);
    });

    test("what a node only starts is broadcast with its secrets, and is the run that has the unique key", async () => {
      const { deployment, tasks, gates, given } = await open();
      await tasks.create("task", {
        nodes: [
          node("all", "sweep", { wait: false, params: [SECRET] }),
          node("one", "alone", { wait: false }),
        ],
        results: [
          { name: "all", type: "text", expression: "$.JOB['all'].RESULT" },
          { name: "one", type: "text", expression: "$.JOB['one'].RESULT" },
        ],
      });
      const other = await deployment.api.trigger("alone");
      await gates.entered(other.id);
      const { id } = await deployment.api.trigger("task");
      const { result } = await inState(deployment, id, "Succeeded");
      const { all, one } = result as { readonly all: string; readonly one: string };
      expect(one).toBe(other.id);
      await inState(deployment, all, "Succeeded");
      expect(given).toEqual(Array.from({ length: 3 }, () => `shard ${VALUE}`));
      gates.succeed(other.id);
      await inState(deployment, other.id, "Succeeded");
    });
  });
}
