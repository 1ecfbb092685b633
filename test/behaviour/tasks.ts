import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

interface NodeJson {
  readonly id: string;
  readonly status: string | null;
  readonly waitsFor: readonly string[];
  readonly isTakenOver: boolean;
}

/** Tasks: graphs of jobs. */
export function describeTasks(harness: DeploymentHarness): void {
  describe(`tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (nodes: readonly object[], more: object = {}) => {
      const gates = new Gates();
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "add",
          maxConcurrency: null,
          execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
        }),
        defineTriggeredJob({
          key: "gate",
          maxConcurrency: null,
          execute: (_args, context) => gates.pass(context),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const create = async (key: string, body: object): Promise<void> => {
        const job = {
          key,
          app: "behaviour",
          kind: "triggered",
          work: { kind: "task", body: { engine: 1, ...body } },
        };
        const { status, body: answer } = await deployment.api.call("POST", "/jobs", job);
        expect([status, answer]).toEqual([201, expect.anything()]);
      };
      await create("task", { nodes, ...more });
      return { deployment, gates, create };
    };

    const nodesOf = async (deployment: Deployment, id: string): Promise<readonly NodeJson[]> => {
      const path = `/instances/${encodeURIComponent(id)}/task`;
      const { body } = await deployment.api.call<{ task: { nodes: readonly NodeJson[] } }>("GET", path);
      return body.task.nodes;
    };

    const runsOf = async (deployment: Deployment, id: string): Promise<readonly RunJson[]> => {
      const path = `/instances/${encodeURIComponent(id)}/children`;
      return (await deployment.api.call<{ items: readonly RunJson[] }>("GET", path)).body.items;
    };

    /** The runs under way that wait at gates. */
    const waitingAt = (deployment: Deployment, id: string, count: number): Promise<readonly RunJson[]> =>
      deployment.until(`${count} nodes of ${id} to run`, async () => {
        const runs = (await runsOf(deployment, id)).filter(({ state }) => state === "Processing");
        return runs.length === count && runs;
      });

    const operate = (deployment: Deployment, id: string, operation: object) =>
      deployment.api.call<{ code?: string }>(
        "POST",
        `/instances/${encodeURIComponent(id)}/task/operations`,
        operation,
      );

    test("results flow from node to node, through a wait and a batch, and make the task's own", async () => {
      const { deployment } = await open(
        [
          {
            id: "each",
            type: "job",
            job: { key: "add" },
            each: { items: "$.TASK.PARAMS.list" },
            params: [
              { name: "a", expression: "$.ITEM" },
              { name: "b", expression: "$.INDEX" },
            ],
          },
          { id: "pause", type: "wait", for: { ms: "1000" }, pre: [{ node: "each" }] },
          {
            id: "total",
            type: "job",
            job: { key: "add" },
            pre: [{ node: "pause" }],
            params: [
              { name: "a", expression: "sum($.JOB['each'][*].RESULT.sum)" },
              { name: "b", value: 0 },
            ],
          },
        ],
        { results: [{ name: "total", type: "number", expression: "$.JOB['total'].RESULT.sum" }] },
      );
      const { id } = await deployment.api.trigger("task", { args: { list: [1, 2, 3] } });
      await deployment.until("the wait to begin", async () =>
        (await nodesOf(deployment, id)).some(({ status }) => status === "Waiting"),
      );
      await deployment.elapse(1000);
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        result: { total: 9 },
        worker: null,
      });
      expect((await runsOf(deployment, id)).map(({ trigger }) => trigger)).toEqual(
        Array.from({ length: 4 }, () => ({ type: "task", of: id })),
      );
    });

    test("a cancel ends what runs and what waits, and cleanup follows", async () => {
      const { deployment, create } = await open([
        { id: "a", type: "job", job: { key: "gate" } },
        { id: "sub", type: "task", key: "inner" },
        { id: "after", type: "job", job: { key: "gate" }, pre: [{ node: "a" }] },
        {
          id: "clean",
          type: "job",
          job: { key: "add" },
          cleanup: true,
          pre: [{ node: "a" }],
          params: [
            { name: "a", value: 1 },
            { name: "b", value: 1 },
          ],
        },
      ]);
      await create("inner", { nodes: [{ id: "in", type: "job", job: { key: "gate" } }] });
      const { id } = await deployment.api.trigger("task");
      await waitingAt(deployment, id, 2);
      expect((await nodesOf(deployment, id)).find((node) => node.id === "after")).toMatchObject({
        status: null,
        waitsFor: ["a"],
      });
      await deployment.api.call("POST", `/instances/${encodeURIComponent(id)}/cancel`, { reason: "enough" });
      await inState(deployment, id, "Cancelled");
      const nodes = await nodesOf(deployment, id);
      expect(Object.fromEntries(nodes.map((node) => [node.id, node.status]))).toMatchObject({
        a: "Cancelled",
        sub: "Cancelled",
        clean: "Succeeded",
      });
    });

    test("one that holds on a failure goes on with what a person decides; a smart re-run takes over what was ok", async () => {
      const { deployment, gates } = await open(
        [
          { id: "ok", type: "job", job: { key: "gate" } },
          { id: "bad", type: "job", job: { key: "gate" }, pre: [{ node: "ok" }] },
          { id: "end", type: "job", job: { key: "gate" }, pre: [{ node: "bad" }] },
        ],
        { onFailure: "hold" },
      );
      const { id } = await deployment.api.trigger("task");
      const pass = async (how: "succeed" | "fail", value: string): Promise<void> => {
        const [run] = await waitingAt(deployment, id, 1);
        if (how === "succeed") gates.succeed(run?.id ?? "", value);
        else gates.fail(run?.id ?? "", value);
        await inState(deployment, run?.id ?? "", how === "succeed" ? "Succeeded" : "Terminated");
      };
      const held = (): Promise<true> =>
        deployment.until("the task to hold", async () => {
          const { body } = await deployment.api.call<{ task: { phase: string } }>(
            "GET",
            `/instances/${encodeURIComponent(id)}/task`,
          );
          return body.task.phase === "held" && true;
        });
      await pass("succeed", "one");
      await pass("fail", "broken");
      await held();
      expect((await operate(deployment, id, { type: "retryNode", node: "ok" })).status).toBe(409);
      expect((await operate(deployment, id, { type: "retryNode", node: "bad" })).status).toBe(200);
      await pass("fail", "broken again");
      await held();
      expect((await operate(deployment, id, { type: "giveUp" })).status).toBe(200);
      expect(await inState(deployment, id, "Terminated")).toMatchObject({ error: { code: "given_up" } });
      const again = await deployment.api.call<{ instance: RunJson }>(
        "POST",
        `/instances/${encodeURIComponent(id)}/task/rerun`,
        { mode: "smart" },
      );
      expect(again.status).toBe(202);
      const second = again.body.instance.id;
      const [bad] = await waitingAt(deployment, second, 1);
      gates.succeed(bad?.id ?? "", "two");
      await inState(deployment, bad?.id ?? "", "Succeeded");
      const [end] = await waitingAt(deployment, second, 1);
      gates.succeed(end?.id ?? "", "three");
      await inState(deployment, second, "Succeeded");
      expect((await nodesOf(deployment, second)).map(({ isTakenOver }) => isTakenOver)).toEqual([
        true,
        false,
        false,
      ]);
    });

    test("phases are one attempt, a run moves to another version, and a re-run goes on within a task", async () => {
      const { deployment, gates, create } = await open([
        { id: "ask", type: "wait", for: { signal: "go" } },
        { id: "sub", type: "task", key: "inner", pre: [{ node: "ask" }] },
      ]);
      const code = (handler: string): object => ({ kind: "code", handler });
      const sum = [
        { name: "a", value: 1 },
        { name: "b", value: 2 },
      ];
      const phased = { work: code("add"), ready: code("add"), end: code("add") };
      await create("inner", {
        nodes: [
          { id: "ok", type: "job", job: phased, params: sum },
          { id: "bad", type: "job", job: { key: "gate" }, pre: [{ node: "ok" }] },
        ],
      });
      const { id } = await deployment.api.trigger("task");
      await deployment.until("the wait to begin", async () =>
        (await nodesOf(deployment, id)).some(({ status }) => status === "Waiting"),
      );
      expect((await operate(deployment, id, { type: "migrate", version: 2 })).status).toBe(409);
      const body = {
        engine: 1,
        nodes: [
          { id: "ask", type: "wait", for: { signal: "go" } },
          { id: "sub", type: "task", key: "inner", title: "Another", pre: [{ node: "ask" }] },
        ],
      };
      const saved = await deployment.api.call("POST", "/jobs/task/script/versions", {
        source: JSON.stringify(body),
        expectedVersion: 1,
        comment: "another title",
      });
      expect(saved.status).toBe(200);
      expect((await operate(deployment, id, { type: "migrate", version: 2 })).status).toBe(200);
      expect((await operate(deployment, id, { type: "signal", signal: "go" })).status).toBe(200);
      const partsOf = async (of: string): Promise<readonly RunJson[]> => {
        const [sub] = await deployment.until("the task within to begin", async () => {
          const runs = await runsOf(deployment, of);
          return runs.length > 0 && runs;
        });
        return deployment.until("its gate to run", async () => {
          const runs = await runsOf(deployment, sub?.id ?? "");
          return runs.some(({ state, jobKey }) => jobKey === "gate" && state === "Processing") && runs;
        });
      };
      const [ok, bad] = await partsOf(id);
      expect(await inState(deployment, ok?.id ?? "", "Succeeded")).toMatchObject({
        result: { sum: 3 },
        attempt: 1,
      });
      gates.fail(bad?.id ?? "", "broken");
      await inState(deployment, id, "Terminated");
      const again = await deployment.api.call<{ instance: RunJson }>(
        "POST",
        `/instances/${encodeURIComponent(id)}/task/rerun`,
        { mode: "smart" },
      );
      const second = again.body.instance.id;
      const executed = await partsOf(second);
      expect(executed.map(({ jobKey }) => jobKey)).toEqual(["gate"]);
      gates.succeed(executed[0]?.id ?? "", "well");
      await inState(deployment, second, "Succeeded");
    });
  });
}
