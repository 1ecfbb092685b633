import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const FREE = { options: { maxConcurrency: null } };

/** What is read of a task's nodes beside each other, and its runs that take over from others: by items, with other values, by another version. */
export function describeRerunsOfTasks(harness: DeploymentHarness): void {
  describe(`re-runs of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (body: object) => {
      const broken = new Set<number>();
      const ran: number[] = [];
      const job = defineTriggeredJob({
        key: "work",
        maxConcurrency: null,
        execute: (args, { log }) => {
          const { n } = args as { readonly n: number };
          log.info(`work ${n}`);
          ran.push(n);
          if (broken.has(n)) throw new Error(`${n} is broken`);
          return { n };
        },
      });
      const deployment = await harness.open({ jobs: [job] });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", body, FREE);
      const start = async (): Promise<string> => (await deployment.api.trigger("task")).id;
      const again = async (id: string, asked: object): Promise<string> => {
        const { status, body: answer } = await tasks.call<{ instance: { id: string } }>(
          "POST",
          id,
          "/task/rerun",
          asked,
        );
        expect([status, answer]).toEqual([202, answer]);
        return answer.instance.id;
      };
      return { deployment, tasks, broken, ran, start, again };
    };

    const node = (id: string, expression: string, more: object = {}): object => ({
      id,
      type: "job",
      job: { key: "work" },
      params: [{ name: "n", expression }],
      ...more,
    });

    test("chosen items of a batch run again, in the run that a failure holds and in a new one, and the others stay", async () => {
      const { deployment, tasks, broken, ran, start, again } = await open({
        onFailure: "hold",
        nodes: [node("many", "$.ITEM", { each: { items: "[0, 1, 2, 3]" } })],
      });
      for (const n of [1, 2, 3]) broken.add(n);
      const id = await start();
      const held = (): Promise<true> =>
        deployment.until("it to be held", async () => (await tasks.read(id)).phase === "held" && true);
      await held();
      const operate = (operation: object) =>
        tasks.call<{ code?: string }>("POST", id, "/task/operations", operation);
      expect((await operate({ type: "retryNode", node: "many", items: [0] })).status).toBe(409);
      ran.length = 0;
      broken.delete(1);
      expect((await operate({ type: "retryNode", node: "many", items: [1, 3] })).status).toBe(200);
      await deployment.until("both to run", async () => ran.length === 2 && true);
      await held();
      expect(new Set(ran)).toEqual(new Set([1, 3]));
      expect((await operate({ type: "giveUp" })).status).toBe(200);
      await inState(deployment, id, "Terminated");
      ran.length = 0;
      broken.clear();
      const refused = await tasks.call("POST", id, "/task/rerun", {
        mode: "from",
        nodes: ["many"],
        items: { many: [1] },
      });
      expect(refused.status).toBe(409);
      const some = await again(id, { mode: "from", nodes: ["many"], items: { many: [3] } });
      await deployment.until("one to run", async () => (await tasks.read(some)).phase === "held" && true);
      expect(ran).toEqual([3]);
      expect(
        (await tasks.call("POST", some, "/task/operations", { type: "retryNode", node: "many" })).status,
      ).toBe(200);
      await inState(deployment, some, "Succeeded");
      expect(ran).toEqual([3, 2]);
      const { body } = await deployment.api.call<{ values: readonly object[] }>("POST", "/tasks/evaluate", {
        instanceId: some,
        expressions: [{ text: "$.JOB.many[2].RESULT.n" }, { text: "$.JOB.many[0].RESULT.n" }],
      });
      expect(body.values).toEqual([{ value: 2 }, { value: 0 }]);
    });

    test("one has other values, and goes by the version that was released meanwhile where that is asked for", async () => {
      const body = (more: object = {}): object => ({
        params: [{ name: "n", type: "number", value: 1 }],
        nodes: [node("first", "1"), node("second", "$.TASK.PARAMS.n", { pre: [{ node: "first" }], ...more })],
      });
      const { deployment, tasks, ran, broken, start, again } = await open(body());
      broken.add(1);
      const id = await start();
      await inState(deployment, id, "Terminated");
      const source = JSON.stringify({
        engine: 1,
        ...body({ params: [{ name: "n", expression: "$.TASK.PARAMS.n * 10" }] }),
      });
      const saved = await deployment.api.call("POST", "/jobs/task/script/versions", {
        source,
        expectedVersion: 1,
      });
      expect(saved.status).toBe(200);
      broken.clear();
      ran.length = 0;
      const old = await again(id, { mode: "smart", args: { n: 5 } });
      await inState(deployment, old, "Succeeded");
      expect([...ran, (await tasks.read(old)).version]).toEqual([1, 5, 1]);
      ran.length = 0;
      const fresh = await again(old, {
        mode: "from",
        nodes: ["second"],
        args: { n: 7 },
        version: "newest",
      });
      await inState(deployment, fresh, "Succeeded");
      expect([...ran, (await tasks.read(fresh)).version]).toEqual([70, 2]);

      const { body: history } = await tasks.call<{
        readonly nodes: readonly string[];
        readonly runs: readonly { readonly id: string; readonly states: readonly string[] }[];
      }>("GET", id, "/task/history");
      expect(history.nodes).toEqual(["first", "second"]);
      const states = new Map(history.runs.map((run) => [run.id, run.states]));
      expect(states).toEqual(
        new Map([
          [fresh, ["Succeeded", "Succeeded"]],
          [old, ["Succeeded", "Succeeded"]],
          [id, ["Failed", "Blocked"]],
        ]),
      );
      const lines = await deployment.until("the lines to be there", async () => {
        const { body: page } = await tasks.call<{
          readonly items: readonly { readonly node: string; readonly message: string }[];
        }>("GET", old, "/task/lines");
        return page.items.length === 2 && page.items;
      });
      expect(lines.map((one) => [one.node, one.message])).toEqual([
        ["first", "work 1"],
        ["second", "work 5"],
      ]);
    });
  });
}
