import { defineTriggeredJob, type JobRegistration, type SchedulerOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

const FIRST = { id: "first", type: "job", job: { key: "gate" } };
const CHAIN = [FIRST, { id: "second", type: "job", job: { key: "narrow" }, pre: [{ node: "first" }] }];

/** Nodes that follow others, where something keeps runs from beginning. */
export function describeLimitedNodes(harness: DeploymentHarness): void {
  describe(`nodes that are kept from beginning (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      narrow: Omit<Parameters<typeof defineTriggeredJob>[0], "key" | "execute"> = {},
      { scheduler = {}, others = [] }: { scheduler?: SchedulerOptions; others?: readonly string[] } = {},
    ) => {
      const gates = new Gates();
      const inNarrow = new Gates();
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "gate",
          maxConcurrency: null,
          execute: (_args, context) => gates.pass(context),
        }),
        defineTriggeredJob({
          maxConcurrency: null,
          ...narrow,
          key: "narrow",
          execute: (_args, context) => inNarrow.pass(context),
        }),
      ];
      const deployment = await harness.open({ jobs, scheduler, others });
      const work = { kind: "task", body: { engine: 1, nodes: CHAIN } };
      const job = {
        key: "task",
        app: "behaviour",
        kind: "triggered",
        work,
        options: { maxConcurrency: null },
      };
      expect((await deployment.api.call("POST", "/jobs", job)).status).toBe(201);
      return { deployment, gates, inNarrow };
    };

    /** The run of a node, once it is as wanted. */
    const nodeOf = (
      { api, until }: Deployment,
      id: string,
      jobKey: string,
      isWanted: (run: RunJson) => boolean,
    ): Promise<RunJson> =>
      until(`the node of "${jobKey}"`, async () => {
        const path = `/instances/${encodeURIComponent(id)}/children`;
        const { items } = (await api.call<{ items: readonly RunJson[] }>("GET", path)).body;
        return items.find((run) => run.jobKey === jobKey && isWanted(run));
      });
    const isRunning = ({ state }: RunJson): boolean => state === "Processing";

    const passFirst = async (deployment: Deployment, gates: Gates, task: RunJson): Promise<RunJson> => {
      const first = await nodeOf(deployment, task.id, "gate", isRunning);
      await gates.entered(first.id);
      gates.succeed(first.id);
      return first;
    };

    const finish = async (deployment: Deployment, inNarrow: Gates, task: RunJson): Promise<RunJson> => {
      const second = await nodeOf(deployment, task.id, "narrow", isRunning);
      await inNarrow.entered(second.id);
      inNarrow.succeed(second.id);
      await inState(deployment, task.id, "Succeeded");
      return second;
    };

    test("a stop of its app holds the node that follows until the app starts", async () => {
      const { deployment, gates, inNarrow } = await open();
      const task = await deployment.api.trigger("task");
      const first = await nodeOf(deployment, task.id, "gate", isRunning);
      await gates.entered(first.id);
      expect((await deployment.api.call("POST", "/apps/behaviour/stop", {})).status).toBe(200);
      gates.succeed(first.id);
      await nodeOf(deployment, task.id, "narrow", ({ reasonCode }) => reasonCode === "held");
      expect(inNarrow.mostInside).toBe(0);
      expect((await deployment.api.call("POST", "/apps/behaviour/start", {})).status).toBe(200);
      expect(await finish(deployment, inNarrow, task)).toMatchObject({ attempt: 1 });
    });

    test("its job's limit makes it wait, whatever the job does with other runs", async () => {
      const { deployment, gates, inNarrow } = await open({ maxConcurrency: 1 });
      const tasks = [await deployment.api.trigger("task"), await deployment.api.trigger("task")];
      for (const task of tasks) await passFirst(deployment, gates, task);
      const nodes = await Promise.all(tasks.map(({ id }) => nodeOf(deployment, id, "narrow", () => true)));
      const running = await deployment.until("one of the nodes to run", async () => {
        const runs = await Promise.all(nodes.map(({ id }) => deployment.api.run(id)));
        return runs.find(isRunning);
      });
      await deployment.until("the other one to wait", async () => {
        const runs = await Promise.all(nodes.map(({ id }) => deployment.api.run(id)));
        return runs.some(({ reasonCode }) => reasonCode === "waits_for_slot");
      });
      await inNarrow.entered(running.id);
      inNarrow.succeed(running.id);
      const left = nodes.find(({ id }) => id !== running.id)?.id ?? "";
      await inNarrow.entered(left);
      inNarrow.succeed(left);
      for (const { id } of tasks) await inState(deployment, id, "Succeeded");
      expect(inNarrow.mostInside).toBe(1);
    });

    test("its job's rate makes it wait for its turn, which an edit may bring", async () => {
      const { deployment, gates, inNarrow } = await open({ rateLimit: { max: 1, perMs: 3_600_000 } });
      const tasks = [await deployment.api.trigger("task"), await deployment.api.trigger("task")];
      for (const task of tasks) await passFirst(deployment, gates, task);
      const nodes = await Promise.all(tasks.map(({ id }) => nodeOf(deployment, id, "narrow", () => true)));
      for (const { id } of nodes) inNarrow.succeed(id);
      await deployment.until("one node to have ended and one to wait", async () => {
        const runs = await Promise.all(nodes.map(({ id }) => deployment.api.run(id)));
        const states = runs.map(({ state, reasonCode }) => reasonCode ?? state);
        return states.includes("Succeeded") && states.includes("waits_for_slot");
      });
      await deployment.api.edit("narrow", { rateLimit: { max: 2 } });
      for (const { id } of tasks) await inState(deployment, id, "Succeeded");
      expect(inNarrow.mostInside).toBe(1);
    });

    test("debug mode lets the nodes of a task begin that was started by hand", async () => {
      const { deployment, gates, inNarrow } = await open({}, { scheduler: { triggeredDebugMode: true } });
      const task = await deployment.api.trigger("task", { manual: true });
      await passFirst(deployment, gates, task);
      await finish(deployment, inNarrow, task);
      const skipped = await deployment.api.trigger("task");
      await inState(deployment, skipped.id, "Skipped");
    });

    test("a worker that leaves begins none of those that follow: another one does", async () => {
      const { deployment, gates, inNarrow } = await open({}, { others: ["spare"] });
      const task = await deployment.api.trigger("task");
      const first = await nodeOf(deployment, task.id, "gate", isRunning);
      await gates.entered(first.id);
      const { items } = (
        await deployment.api.call<{ items: readonly { id: string; name: string | null }[] }>(
          "GET",
          "/workers",
        )
      ).body;
      expect(items.length).toBeGreaterThan(1);
      const drained = await deployment.api.call("POST", `/workers/${first.worker}/drain`, {});
      expect(drained.status).toBe(200);
      await deployment.until("the worker to know that it drains", async () => {
        await deployment.elapse(1000);
        const workers = (
          await deployment.api.call<{ items: readonly { id: string; draining: boolean }[] }>(
            "GET",
            "/workers",
          )
        ).body.items;
        return workers.some(({ id, draining }) => id === first.worker && draining);
      });
      gates.succeed(first.id);
      const second = await finish(deployment, inNarrow, task);
      expect(second.worker).not.toBe(first.worker);
    });
  });
}
