import { defineTriggeredJob, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

/** What waits is bounded, and nothing waits for longer than it may. */
export function describeWaiting(harness: DeploymentHarness): void {
  describe(`waiting (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: Partial<JobOptions> = {},
    ): Promise<{ readonly deployment: Deployment; readonly gates: Gates }> => {
      const gates = new Gates();
      const gate = defineTriggeredJob({
        key: "gate",
        whenFull: "queue",
        execute: (_args, context) => gates.pass(context),
        ...options,
      });
      return { deployment: await harness.open({ jobs: [gate] }), gates };
    };

    test("a run that could not begin in time has failed, and the reason says whether there was a worker for it", async () => {
      const { deployment, gates } = await open();
      const { api } = deployment;
      await api.call("POST", "/registrations", {
        app: "elsewhere",
        definitions: [{ key: "nobody", kind: "triggered", options: { waitTimeoutMs: 2000 } }],
      });
      const first = await api.trigger("gate");
      await gates.entered(first.id);
      await api.edit("gate", { waitTimeoutMs: 2000 });
      const [second, alone] = [await api.trigger("gate"), await api.trigger("nobody")];
      await deployment.elapse(harness.isRealTime === true ? 2000 : 10_000);
      expect(await inState(deployment, second.id, "Terminated")).toMatchObject({
        error: { code: "waited_too_long" },
        startedAt: null,
        worker: null,
        attempt: 1,
      });
      expect(await inState(deployment, alone.id, "Terminated")).toMatchObject({
        error: { code: "no_worker" },
        reasonCode: "no_retries",
      });
      gates.succeed(first.id);
      await inState(deployment, first.id, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("above `maxWaiting` a trigger is refused, and there is room again when one has begun", async () => {
      const { deployment, gates } = await open({ maxWaiting: 1 });
      const { api, until } = deployment;
      const first = await api.trigger("gate");
      await gates.entered(first.id);
      const second = await api.trigger("gate");
      const refused = await api.call<{ readonly code: string }>("POST", "/jobs/gate/instances", {});
      expect([refused.status, refused.body.code]).toEqual([429, "waiting_limit"]);
      gates.succeed(first.id);
      await gates.entered(second.id);
      const third = await until("a third to be taken", async () => {
        const { status, body } = await api.call<{ readonly instance: RunJson }>(
          "POST",
          "/jobs/gate/instances",
          {},
        );
        return status === 202 && body.instance;
      });
      for (const { id } of [second, third]) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
    });
  });
}
