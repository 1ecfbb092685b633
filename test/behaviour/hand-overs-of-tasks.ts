import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

/** A plain job goes on at once; a reconciler would take ten times as long. */
const SOON_MS = 1500;

/** What waits for the end of a task, or for its app, goes on as soon as for a plain job. */
export function describeHandOversOfTasks(harness: DeploymentHarness): void {
  describe(`hand-overs of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (options: object, nodes: readonly object[] = [GATE]) => {
      const gates = new Gates();
      const gate = defineTriggeredJob({
        key: "gate",
        maxConcurrency: null,
        execute: (_args, context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [gate] });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", { nodes }, { options });
      const start = async (): Promise<string> => (await deployment.api.trigger("task")).id;
      const soon = async <Found>(waited: Promise<Found>): Promise<Found> => {
        const since = performance.now();
        const from = deployment.now().getTime();
        const found = await waited;
        const tookMs =
          harness.isRealTime === true ? performance.now() - since : deployment.now().getTime() - from;
        expect(tookMs).toBeLessThan(SOON_MS);
        return found;
      };
      return { deployment, gates, tasks, start, soon };
    };

    test("the follower of `unique: replace` begins once the task before it has ended", async () => {
      const { deployment, gates, tasks, start, soon } = await open({ unique: "replace" });
      const first = await start();
      const run = await tasks.running(first, "gate");
      const second = await start();
      await deployment.until("the second to wait", async () => {
        const { state, reasonCode } = await deployment.api.run(second);
        return state === "Enqueued" && reasonCode === "waits_for_run";
      });
      gates.succeed(run.id);
      await inState(deployment, first, "Succeeded");
      const next = await soon(tasks.running(second, "gate"));
      gates.succeed(next.id);
      await inState(deployment, second, "Succeeded");
    });

    test("`whenFull: replace` asks the nodes of the older task to end", async () => {
      const { deployment, gates, tasks, start, soon } = await open({
        whenFull: "replace",
        maxConcurrency: 1,
      });
      const first = await start();
      await tasks.running(first, "gate");
      const second = await start();
      await soon(inState(deployment, first, "Cancelled"));
      const next = await soon(tasks.running(second, "gate"));
      gates.succeed(next.id);
      await inState(deployment, second, "Succeeded");
    });

    test("nodes whose work the body holds go on when their stopped app is started", async () => {
      const own = { work: { kind: "code", handler: "gate" } };
      const { deployment, gates, tasks, start, soon } = await open({}, [
        GATE,
        { id: "own", type: "job", job: own, pre: [{ node: "gate" }] },
      ]);
      const id = await start();
      const first = await tasks.running(id, "gate");
      await deployment.api.call("POST", "/apps/behaviour/stop", { note: "release" });
      gates.succeed(first.id);
      await deployment.until("the node to be held", async () =>
        (await tasks.runs(id)).some(({ state, reasonCode }) => state === "Enqueued" && reasonCode === "held"),
      );
      await deployment.api.call("POST", "/apps/behaviour/start", {});
      const run = await soon(
        deployment.until("the node to begin", async () =>
          (await tasks.runs(id)).find(({ state }) => state === "Processing"),
        ),
      );
      gates.succeed(run.id);
      await inState(deployment, id, "Succeeded");
    });
  });
}

const GATE = { id: "gate", type: "job", job: { key: "gate" } };
