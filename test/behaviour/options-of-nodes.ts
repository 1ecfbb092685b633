import { defineTriggeredJob, type JobContext, type JobRegistration } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const RETRY = { times: 2, intervalMs: 100 };
/** Longer than any test. */
const LONG_MS = 3_600_000;
const BEAT_MS = 500;
const MOST_BEATS = 40;

/** Jobs that say nothing themselves of what a node says of them. */
class Jobs {
  executed = 0;
  readonly list: readonly JobRegistration[] = [
    defineTriggeredJob({
      key: "bad",
      maxConcurrency: null,
      execute: () => {
        this.executed += 1;
        throw new TypeError("bad");
      },
    }),
    defineTriggeredJob({ key: "hang", maxConcurrency: null, execute: untilAborted }),
    defineTriggeredJob({ key: "full", maxConcurrency: 1, execute: untilAborted }),
    defineTriggeredJob({ key: "stubborn", maxConcurrency: null, retryCount: 5, execute: () => this.#fail() }),
  ];

  #fail(): never {
    this.executed += 1;
    throw new Error("bad");
  }
}

function untilAborted(_args: unknown, { signal }: JobContext): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** What a node says of its runs, wherever its job is kept. */
export function describeOptionsOfNodes(harness: DeploymentHarness): void {
  describe(`options of nodes (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (bodies: Readonly<Record<string, object>>) => {
      const jobs = new Jobs();
      const deployment = await harness.open({ jobs: jobs.list });
      const tasks = new TaskCalls(deployment);
      const start = async (key: string): Promise<string> => (await deployment.api.trigger(key)).id;
      for (const [key, body] of Object.entries(bodies))
        await tasks.create(key, body, { options: { maxConcurrency: null } });
      const children = async (id: string): Promise<readonly RunJson[]> =>
        Promise.all((await tasks.runs(id)).map((run) => deployment.api.run(run.id)));
      /** Resolves once it has failed, as its time passes. */
      const failed = async (id: string): Promise<void> => {
        for (let beats = 0; beats < MOST_BEATS; beats += 1) {
          if ((await deployment.api.run(id)).state === "Terminated") return;
          await deployment.elapse(BEAT_MS);
        }
        await inState(deployment, id, "Terminated");
      };
      return { jobs, deployment, tasks, start, children, failed };
    };

    /** One node that fails, in each of the ways in which a node can have a run. */
    const FAILING: Readonly<Record<string, { readonly node: object; readonly executed: number }>> = {
      "a stored job": { node: { type: "job", job: { key: "bad" } }, executed: 3 },
      "a stored job for each item": {
        node: { type: "job", job: { key: "bad" }, each: { items: "[1, 2]" } },
        executed: 6,
      },
      "a job that retries more often itself": {
        node: { type: "job", job: { key: "stubborn" } },
        executed: 3,
      },
      "its own work": { node: { type: "job", job: { work: { kind: "code", handler: "bad" } } }, executed: 3 },
      "another task": { node: { type: "task", key: "inner" }, executed: 3 },
      "a group for each item": {
        node: {
          type: "group",
          each: { items: "[1]" },
          nodes: [{ id: "in", type: "job", job: { key: "bad" } }],
        },
        executed: 3,
      },
    };

    test.each(Object.entries(FAILING))("`retry` of a node repeats %s", async (_, { node, executed }) => {
      const { jobs, start, children, failed } = await open({
        inner: { nodes: [{ id: "in", type: "job", job: { key: "bad" } }] },
        task: { nodes: [{ id: "a", ...node, retry: RETRY }] },
      });
      const id = await start("task");
      await failed(id);
      expect(jobs.executed).toBe(executed);
      // Each attempt of a run is one of the node.
      for (const run of await children(id)) expect(run).toMatchObject({ attempt: 3, retryCount: 2 });
    });

    test("`retry.on` says what is repeated, also by how a code begins", async () => {
      const on = (pattern: string): object => ({
        nodes: [{ id: "a", type: "job", job: { key: "bad" }, retry: { ...RETRY, on: [pattern] } }],
      });
      const { jobs, start, failed } = await open({ other: on("timeout"), mine: on("Type*") });
      await failed(await start("other"));
      expect(jobs.executed).toBe(1);
      await failed(await start("mine"));
      expect(jobs.executed).toBe(4);
    });

    test.each<[string, object]>([
      ["a stored job", { type: "job", job: { key: "hang" } }],
      ["its own work", { type: "job", job: { work: { kind: "code", handler: "hang" } } }],
      ["another task", { type: "task", key: "inner" }],
      ["a stored job for each item", { type: "job", job: { key: "hang" }, each: { items: "[1]" } }],
    ])("`timeoutMs` of a node ends %s", async (_, node) => {
      const { deployment, start, tasks, failed } = await open({
        inner: { nodes: [{ id: "in", type: "job", job: { key: "hang" } }] },
        task: { nodes: [{ id: "a", ...node, timeoutMs: 1000 }] },
      });
      const id = await start("task");
      await deployment.until("its run to begin", async () =>
        (await tasks.runs(id)).some(({ state }) => state === "Processing"),
      );
      await failed(id);
    });

    test("what a cleared queue ends has another run where its node retries, of what waits and of what runs", async () => {
      const node = (id: string, more: object): object => ({ id, type: "job", job: { key: "full" }, ...more });
      const { deployment, start, children } = await open({
        holds: { nodes: [node("holds", {})] },
        plain: { nodes: [node("waits", {})] },
        again: { nodes: [node("waits", { retry: { times: 1, intervalMs: 0 } })] },
      });
      const runs = async (id: string, count: number, code: string): Promise<readonly RunJson[]> =>
        deployment.until(`${count} runs of ${id}, the last ${code}`, async () => {
          const found = (await children(id)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
          const last = found.at(-1);
          return found.length === count && (last?.reasonCode === code || last?.state === code) && found;
        });
      const clear = async (body: object): Promise<unknown> =>
        (await deployment.api.call("POST", "/queue/clear", body)).body;
      const holds = await start("holds");
      await runs(holds, 1, "Processing");
      const [plain, again] = [await start("plain"), await start("again")];
      for (const id of [plain, again]) await runs(id, 1, "waits_for_slot");
      expect(await clear({ jobKey: "full" })).toEqual({ matched: 2, done: 2 });
      expect(await inState(deployment, plain, "Terminated")).toMatchObject({
        error: { code: "queue_cleared" },
      });
      const [first] = await runs(again, 2, "waits_for_slot");
      expect(first).toMatchObject({ state: "Cancelled", reasonCode: "queue_cleared" });
      // What runs: only what has run for long enough, in one act; the run that waited takes the place.
      await deployment.elapse(BEAT_MS);
      expect(await clear({ jobKey: "full", runningLongerThanMs: LONG_MS })).toEqual({ matched: 0, done: 0 });
      const counted = { jobKey: "full", runningLongerThanMs: 0, dryRun: true };
      expect(await clear(counted)).toEqual({ matched: 1, done: 0 });
      expect(await clear({ jobKey: "full", runningLongerThanMs: 0 })).toEqual({ matched: 1, done: 1 });
      expect(await inState(deployment, holds, "Terminated")).toMatchObject({
        error: { code: "execution_cleared" },
      });
      await runs(again, 2, "Processing");
      const { status } = await deployment.api.call("POST", "/queue/clear", {
        olderThanMs: 5,
        runningLongerThanMs: 5,
      });
      expect(status).toBe(400);
      await deployment.api.call("POST", `/instances/${encodeURIComponent(again)}/cancel`, {});
      await inState(deployment, again, "Cancelled");
    });

    test("`waitTimeoutMs` of a node ends a run that no worker begins, or whose job is full", async () => {
      const { deployment, start, children, failed } = await open({
        alone: { nodes: [{ id: "a", type: "job", job: { key: "nobody" }, waitTimeoutMs: 1000 }] },
        late: {
          nodes: [{ id: "a", type: "job", job: { key: "full" }, waitTimeoutMs: 1000, timeoutMs: LONG_MS }],
        },
      });
      await deployment.api.call("POST", "/registrations", {
        app: "behaviour",
        definitions: [{ key: "nobody", kind: "triggered", options: { waitTimeoutMs: null } }],
      });
      const first = await deployment.api.trigger("full");
      await inState(deployment, first.id, "Processing");
      const ids = [await start("alone"), await start("late")];
      const codes: unknown[] = [];
      for (const id of ids) {
        await failed(id);
        codes.push((await children(id)).map(({ error }) => error?.code));
      }
      expect(codes).toEqual([["no_worker"], ["waited_too_long"]]);
      await deployment.api.call("POST", `/instances/${first.id}/cancel`, {});
    });

    test("a run that a node only starts has the options of the node", async () => {
      const { deployment, start, failed } = await open({
        task: { nodes: [{ id: "a", type: "job", job: { key: "bad" }, wait: false, retry: RETRY }] },
      });
      const id = await start("task");
      await inState(deployment, id, "Succeeded");
      const url = "/instances?jobKey=bad";
      const { items } = (await deployment.api.call<{ items: readonly RunJson[] }>("GET", url)).body;
      const started = items[0]?.id ?? "";
      await failed(started);
      expect(await deployment.api.run(started)).toMatchObject({ attempt: 3, retryCount: 2 });
    });
  });
}
