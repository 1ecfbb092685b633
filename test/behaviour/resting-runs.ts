import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const FREE = { maxConcurrency: null };

/** Runs that have begun and wait for a time or a signal, beside what is asked of their job meanwhile. */
export function describeRestingRuns(harness: DeploymentHarness): void {
  describe(`runs that rest (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    /** A workflow that rests for a signal, and then says which arguments it has. */
    const open = async (options: object) => {
      const seen: unknown[] = [];
      const see = defineTriggeredJob({
        key: "see",
        maxConcurrency: null,
        execute: ({ page }: { readonly page: string }) => void seen.push(page),
      });
      const deployment = await harness.open({ jobs: [see] });
      const tasks = new TaskCalls(deployment);
      const body = {
        params: [{ name: "page", type: "text" }],
        nodes: [
          { id: "rest", type: "wait", for: { signal: "go" } },
          {
            id: "see",
            type: "job",
            job: { key: "see" },
            pre: [{ node: "rest" }],
            params: [{ name: "page", expression: "$.TASK.PARAMS.page" }],
          },
        ],
      };
      await tasks.create("flow", body, { options: { ...FREE, ...options } });
      const rests = async (id: string): Promise<void> => {
        await deployment.until("it to rest", async () => {
          const { status, body: answer } = await tasks.call<{
            task: { nodes: readonly { status: string }[] };
          }>("GET", id, "/task");
          return status === 200 && answer.task.nodes[0]?.status === "Waiting";
        });
      };
      const ask = (page: string): Promise<RunJson> => deployment.api.trigger("flow", { args: { page } });
      const go = async (id: string): Promise<void> => {
        const { status } = await tasks.call("POST", id, "/task/operations", { type: "signal", signal: "go" });
        expect(status).toBe(200);
        await inState(deployment, id, "Succeeded");
      };
      return { deployment, seen, rests, ask, go };
    };

    test("a unique workflow that rests keeps its key until its end", async () => {
      const { seen, rests, ask, go } = await open({ unique: "existing", uniqueKey: "args.page" });
      const first = await ask("a");
      await rests(first.id);
      expect((await ask("a")).id).toBe(first.id);
      const other = await ask("b");
      expect(other.id).not.toBe(first.id);
      await rests(other.id);
      await go(first.id);
      const next = await ask("a");
      expect(next.id).not.toBe(first.id);
      await rests(next.id);
      await go(next.id);
      await go(other.id);
      expect(seen).toEqual(["a", "a", "b"]);
    });

    test("a run that is to replace one that rests waits for its end, and takes over what is asked meanwhile", async () => {
      const { deployment, seen, rests, ask, go } = await open({ unique: "replace" });
      const first = await ask("old");
      await rests(first.id);
      const second = await ask("newer");
      expect(second.id).not.toBe(first.id);
      expect((await ask("newest")).id).toBe(second.id);
      expect((await deployment.api.run(first.id)).state).toBe("Processing");
      await go(first.id);
      await rests(second.id);
      await go(second.id);
      expect(seen).toEqual(["old", "newest"]);
    });

    test("a debounced workflow that rests keeps its arguments, and later triggers are one run of their own", async () => {
      const debounceMs = 2000;
      const { deployment, seen, rests, ask, go } = await open({ debounceMs });
      const first = await ask("one");
      await deployment.elapse(debounceMs + 1000);
      await rests(first.id);
      const second = await ask("two");
      expect(second.id).not.toBe(first.id);
      const third = await ask("three");
      if (harness.isRealTime !== true) expect(third.id).toBe(second.id);
      await deployment.elapse(debounceMs + 1000);
      await rests(third.id);
      await go(third.id);
      await go(first.id);
      expect(seen).toEqual(["three", "one"]);
    });

    test("a job that waits keeps its time and arguments where it is debounced, and where a unique one is to replace it", async () => {
      const deployment = await harness.open({ jobs: [] });
      const { api } = deployment;
      const lastsMs = 3 * beatOf(harness);
      const work = { kind: "wait", for: { ms: "$.SELF.PARAMS.ms" } };
      for (const [key, options] of [
        ["late", { debounceMs: 1000 }],
        ["only", { unique: "replace" }],
      ] as const) {
        const job = { key, app: "behaviour", kind: "triggered", work, options: { ...FREE, ...options } };
        expect((await api.call("POST", "/jobs", job)).status).toBe(201);
        const { id } = await api.trigger(key, { args: { ms: lastsMs } });
        await deployment.elapse(2000);
        const rests = await deployment.until("it to be snoozed", async () => {
          const run = await api.run(id);
          return run.state === "Scheduled" && run.attempt === 1 && run;
        });
        const other = await api.trigger(key, { args: { ms: 0 } });
        expect(other.id).not.toBe(id);
        expect(await api.run(id)).toMatchObject({ args: { ms: lastsMs }, scheduledFor: rests.scheduledFor });
        await deployment.elapse(lastsMs + 2000);
        await inState(deployment, id, "Succeeded");
        await inState(deployment, other.id, "Succeeded");
      }
    });

    test("a workflow whose wait is over in a release window begins nothing in it, and goes on at its end", async () => {
      const { deployment, seen, rests, ask } = await open({});
      const { api } = deployment;
      const { id } = await ask("held");
      await rests(id);
      const lastsMs = harness.isRealTime === true ? 6000 : 60_000;
      const until = new Date(deployment.now().getTime() + lastsMs).toISOString();
      const window = { name: "Release", apps: ["behaviour"], reason: "Schema", holds: "runs", until };
      expect((await api.call("POST", "/windows", window)).status).toBe(201);
      const path = `/instances/${encodeURIComponent(id)}`;
      const signalled = await api.call("POST", `${path}/task/operations`, { type: "signal", signal: "go" });
      expect(signalled.status).toBe(200);
      await deployment.until("its job to be held", async () => {
        const { body } = await api.call<{ items: readonly RunJson[] }>("GET", `${path}/children`);
        return body.items[0] !== undefined && (await api.run(body.items[0].id)).reasonCode === "held";
      });
      expect(seen).toEqual([]);
      await deployment.elapse(lastsMs + 1000);
      await inState(deployment, id, "Succeeded");
      expect(seen).toEqual(["held"]);
    });

    test("a job that waits is over at its time, in a release window too, which holds those that have not begun", async () => {
      const deployment = await harness.open({ jobs: [] });
      const { api } = deployment;
      const beatMs = beatOf(harness);
      const work = { kind: "wait", for: { ms: "$.SELF.PARAMS" } };
      const job = { key: "rest", app: "behaviour", kind: "triggered", work, options: FREE };
      expect((await api.call("POST", "/jobs", job)).status).toBe(201);
      const { id } = await api.trigger("rest", { args: beatMs });
      await inState(deployment, id, "Scheduled");
      const until = new Date(deployment.now().getTime() + 4 * beatMs).toISOString();
      const window = { name: "Release", apps: ["behaviour"], reason: "Schema", holds: "runs", until };
      expect((await api.call("POST", "/windows", window)).status).toBe(201);
      const held = await api.trigger("rest", { args: 0 });
      await deployment.until(
        "the later one to be held",
        async () => (await api.run(held.id)).reasonCode === "held",
      );
      await deployment.elapse(beatMs + 1000);
      const first = await api.run(id);
      await deployment.elapse(4 * beatMs);
      await inState(deployment, id, "Succeeded");
      await inState(deployment, held.id, "Succeeded");
      expect(["Enqueued", "Scheduled", "Succeeded"]).toContain(first.state);
    });
  });
}
