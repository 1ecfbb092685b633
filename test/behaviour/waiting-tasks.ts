import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

interface Listed extends RunJson {
  readonly waitingFor: string | null;
  readonly reasonParameters: { readonly waits?: { readonly node: string | null } } | null;
}

const APPROVAL = {
  id: "ok",
  type: "approval",
  by: { users: ["ann"] },
  timeoutMs: 86_400_000,
  onTimeout: "refused",
};

/** What a task waits for is seen wherever its run is. */
export function describeWaitingTasks(harness: DeploymentHarness): void {
  describe(`waiting tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (nodes: readonly object[], more: object = {}) => {
      const bad = defineTriggeredJob({
        key: "bad",
        maxConcurrency: null,
        execute: () => {
          throw new Error("ORA-01017");
        },
      });
      const deployment = await harness.open({ jobs: [bad] });
      const tasks = new TaskCalls(deployment);
      await deployment.api.call("POST", "/registrations", {
        app: "elsewhere",
        definitions: [{ key: "nobody", kind: "triggered", options: {} }],
      });
      await tasks.create("task", { nodes, ...more });
      const { id } = await deployment.api.trigger("task");
      const listed = (isWanted: (run: Listed) => boolean): Promise<Listed> =>
        deployment.until("the list to show it", async () => {
          const url = "/instances?jobKey=task";
          const { items } = (await deployment.api.call<{ items: readonly Listed[] }>("GET", url)).body;
          return items.find(isWanted);
        });
      return { deployment, tasks, id, listed };
    };

    test.each<[string, object, string]>([
      ["approval", APPROVAL, "Waits for an approval: ok"],
      ["signal", { id: "go", type: "wait", for: { signal: "go" } }, "Waits for a signal: go"],
      ["time", { id: "rest", type: "wait", for: { ms: "86400000" } }, "Waits for its time: rest"],
      [
        "check",
        { id: "look", type: "wait", for: { check: "false", everyMs: 60_000 } },
        "Waits until a check holds: look",
      ],
    ])("lists show that one waits for its %s", async (kind, node, words) => {
      const { listed } = await open([node]);
      const run = await listed(({ waitingFor }) => waitingFor !== null);
      expect(run).toMatchObject({ state: "Processing", waitingFor: kind, reason: words });
    });

    test("lists show that one is held, and no longer once somebody decides; the end says what the cause was", async () => {
      const { deployment, tasks, id, listed } = await open(
        [{ id: "load", type: "job", job: { key: "bad" } }],
        {
          onFailure: "hold",
        },
      );
      const held = await listed(({ waitingFor }) => waitingFor !== null);
      expect([held.waitingFor, held.reason]).toEqual([
        "held",
        "Held by a failure, until somebody decides: load",
      ]);
      await tasks.call("POST", id, "/task/operations", { type: "giveUp" });
      const run = await inState(deployment, id, "Terminated");
      expect(run.reason).not.toContain("Held");
    });

    test("the inbox has what waits for people: what is decided on, who asked, who may, until when", async () => {
      const { deployment, tasks, id, listed } = await open([APPROVAL]);
      await tasks.create("held", {
        onFailure: "hold",
        params: [
          { name: "day", type: "number", value: 7 },
          { name: "to", type: "text", value: "all" },
        ],
        nodes: [{ id: "load", type: "job", job: { key: "bad" }, title: "Load" }],
      });
      await tasks.create("rests", { nodes: [{ id: "rest", type: "wait", for: { ms: "86400000" } }] });
      await listed(({ waitingFor }) => waitingFor === "approval");
      await deployment.api.trigger("rests");
      await deployment.elapse(1000);
      const { id: held } = await deployment.api.trigger("held", { args: { day: 1 } });
      const items = await deployment.until("both to wait", async () => {
        const { body } = await deployment.api.call<{ items: readonly { since: string }[] }>("GET", "/inbox");
        return body.items.length === 2 && body.items;
      });
      expect(items).toMatchObject([
        {
          kind: "approval",
          runId: id,
          jobKey: "task",
          node: "ok",
          until: expect.any(String),
          approval: { users: ["ann"], roles: [], quorum: 1, given: [], onTimeout: "refused" },
          mayDecide: false,
        },
        {
          kind: "held",
          runId: held,
          node: "load",
          title: "Load",
          failed: [{ node: "load", title: "Load", code: "job_error", cause: "ORA-01017" }],
          argsPreview: '{"day":1,"to":"all"}',
          mayDecide: true,
        },
      ]);
      // The approval is somebody else's.
      const count = async () =>
        (await deployment.api.call<{ count: number }>("GET", "/inbox/count")).body.count;
      expect(await count()).toBe(1);
      await tasks.call("POST", held, "/task/operations", { type: "giveUp" });
      expect(await count()).toBe(0);
    });

    test("an explanation says what is in the way of its nodes", async () => {
      const { deployment, id, listed } = await open([
        APPROVAL,
        { id: "far", type: "job", job: { key: "nobody" } },
        { id: "again", type: "job", job: { key: "bad" }, retry: { times: 1, intervalMs: 3_600_000 } },
      ]);
      await listed(({ waitingFor }) => waitingFor === "approval");
      const explained = await deployment.until("all to be explained", async () => {
        const url = `/instances/${encodeURIComponent(id)}/explain`;
        const { body } = await deployment.api.call<{
          explanation: { causes: readonly { text: string }[] };
        }>("GET", url);
        const texts = body.explanation.causes.map(({ text }) => text);
        return texts.some((text) => text.includes("again waits: It is executed again")) && texts;
      });
      expect(explained.toSorted()).toEqual([
        "Waits for an approval: ok",
        "again waits: Attempt 1 failed: ORA-01017",
        expect.stringContaining("again waits: It is executed again at"),
        'far waits: No worker of app "elsewhere" is online',
      ]);
    });

    test("a task that failed says what its node failed with, of a batch and of a task within it too", async () => {
      const load = { id: "load", type: "job", job: { key: "bad" } };
      const { deployment, tasks, id } = await open([load]);
      const errorOf = async (key: string): Promise<unknown> => {
        const { id: run } = await deployment.api.trigger(key);
        return (await inState(deployment, run, "Terminated")).error;
      };
      await tasks.create("batch", { nodes: [{ ...load, each: { items: "[1, 2]", maxParallel: 1 } }] });
      await tasks.create("outer", { nodes: [{ id: "in", type: "task", key: "task" }] });
      await tasks.create("bare", {
        nodes: [{ id: "which", type: "condition", branches: [{ name: "a", when: "1 + 1" }], else: "b" }],
      });
      const failed = await inState(deployment, id, "Terminated");
      expect(failed.error).toMatchObject({
        code: "job_error",
        message: "load: ORA-01017",
        parameters: { node: "load" },
      });
      // One cause, whichever node of whichever task it is.
      expect((failed as unknown as { errorSummary: string }).errorSummary).toBe("ORA-01017");
      expect(await errorOf("batch")).toMatchObject({ code: "job_error", message: "load[0]: ORA-01017" });
      expect(await errorOf("outer")).toMatchObject({ code: "job_error", message: "in › load: ORA-01017" });
      expect(await errorOf("bare")).toMatchObject({
        code: "type_mismatch",
        message: "which: At character 1: a condition is true or false",
      });
    });
  });
}
