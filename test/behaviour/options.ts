import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { skipAhead } from "./pace.ts";
import { inState, path } from "./states.ts";

/** Options: what is stored is in force at once, for every later decision. */
export function describeOptions(harness: DeploymentHarness): void {
  describe(`options (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (): Promise<{ deployment: Deployment; gates: Gates }> => {
      const gates = new Gates();
      const job = defineTriggeredJob({ key: "gate", execute: (_args, context) => gates.pass(context) });
      return { deployment: await harness.open({ jobs: [job] }), gates };
    };

    test("a raised and a lowered concurrency hold for the next run", async () => {
      const { deployment, gates } = await open();
      const first = await deployment.api.trigger("gate");
      await gates.entered(first.id);
      await deployment.api.edit("gate", { maxConcurrency: 2 });
      const second = await deployment.api.trigger("gate");
      await gates.entered(second.id);
      await deployment.api.edit("gate", { maxConcurrency: 1 });
      gates.succeed(first.id);
      await inState(deployment, first.id, "Succeeded");
      const third = await deployment.api.trigger("gate");
      await inState(deployment, third.id, "Skipped");
      gates.succeed(second.id);
      await inState(deployment, second.id, "Succeeded");
    });

    test("retries granted while an attempt runs are given to it", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.api.edit("gate", { retryCount: 1 });
      gates.fail(id);
      gates.succeed(id, "thanks", 2);
      expect((await inState(deployment, id, "Succeeded")).attempt).toBe(2);
    });

    test("a job disabled while its run waits skips the run, and a retry that waits is given up", async () => {
      const { deployment, gates } = await open();
      await deployment.api.edit("gate", { retryCount: 1, retryIntervalMs: 2000 });
      const failing = await deployment.api.trigger("gate");
      gates.fail(failing.id);
      await inState(deployment, failing.id, "Failed");
      const delayed = await deployment.api.trigger("gate", { delayMs: 2000 });
      await deployment.api.edit("gate", { disabled: true });
      await deployment.elapse(2100);
      expect((await inState(deployment, delayed.id, "Skipped")).reason).toContain("disabled");
      expect(path(await inState(deployment, failing.id, "Terminated"))).toBe(
        "Enqueued Processing Failed Terminated",
      );
    });

    test("retention keeps the newest runs and removes the rest with their logs", async () => {
      const { deployment, gates } = await open();
      await deployment.api.edit("gate", { retention: { maxInstances: 2 } });
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        const { id } = await deployment.api.trigger("gate");
        ids.push(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
        await deployment.elapse(10);
      }
      await skipAhead(harness, deployment, 10_000);
      // The list alone: a run of it may be gone before it is read.
      const kept = await deployment.until("the sweep", async () => {
        const { body } = await deployment.api.call<{ items: readonly { id: string }[] }>(
          "GET",
          "/instances?jobKey=gate",
        );
        return body.items.length === 2 && body.items.map(({ id }) => id);
      });
      expect(kept).toEqual(ids.slice(-2).toReversed());
      expect((await deployment.api.call("GET", `/instances/${ids[0] ?? ""}`)).status).toBe(404);
    });
  });
}
