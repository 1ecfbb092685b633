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
