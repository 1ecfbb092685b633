import { defineTriggeredJob, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

interface Place {
  readonly deployment: Deployment;
  readonly gates: Gates;
  ask(args: unknown, request?: object): Promise<RunJson>;
  /** Waits until a run waits for another one. */
  behind(id: string, other: string): Promise<RunJson>;
}

/** `unique: "replace"` while a run of the key has begun: the latest trigger is executed after it. */
export function describeLatestLast(harness: DeploymentHarness): void {
  describe(`a trigger for a run that has begun (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (options: Partial<JobOptions> = {}): Promise<Place> => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            unique: "replace",
            ...options,
            execute: (_args, context) => gates.pass(context),
          }),
        ],
      });
      const { api, until } = deployment;
      return {
        deployment,
        gates,
        ask: async (args, request = {}) => {
          await deployment.elapse(1);
          return api.trigger("gate", { args, ...request });
        },
        behind: (id, other) =>
          until(`${id} to wait for ${other}`, async () => {
            const run = await api.run(id);
            return run.reason === `Waits for run "${other}" of the same key to end (unique: replace)` && run;
          }),
      };
    };

    test("waits for its end and says so, takes the arguments of those after it, and is executed once", async () => {
      const { deployment, gates, ask, behind } = await open();
      const first = await ask(1);
      await gates.entered(first.id);
      const second = await ask(2);
      expect(await behind(second.id, first.id)).toMatchObject({ state: "Enqueued", attempt: 0 });
      expect(await ask(3)).toMatchObject({ id: second.id });
      const urgent = await ask(4, { priority: 1 });
      expect(await inState(deployment, second.id, "Cancelled")).toMatchObject({
        reason: `Replaced by run "${urgent.id}"`,
      });
      await behind(urgent.id, first.id);
      expect((await deployment.api.run(first.id)).cancelRequestedAt).toBeNull();
      gates.succeed(first.id);
      await gates.entered(urgent.id);
      const next = await ask(5);
      await behind(next.id, urgent.id);
      const freed = deployment.now();
      gates.succeed(urgent.id);
      gates.succeed(next.id, "last");
      expect(await inState(deployment, next.id, "Succeeded")).toMatchObject({ args: 5, result: "last" });
      // It is handed over by what ended, and not found by the reconciler.
      expect(deployment.now().getTime() - freed.getTime()).toBeLessThan(10_000);
      expect((await inState(deployment, urgent.id, "Succeeded")).args).toBe(4);
      expect(gates.mostInside).toBe(1);
      expect((await deployment.api.runsOf("gate")).length).toBe(4);
    });

    test("each key has its own, whatever slots are free", async () => {
      const { deployment, gates, ask, behind } = await open({ uniqueKey: "args.of", maxConcurrency: null });
      const runs = [await ask({ of: "a" }), await ask({ of: "b" })] as const;
      for (const { id } of runs) await gates.entered(id);
      const next = await ask({ of: "a", newer: true });
      await behind(next.id, runs[0].id);
      gates.succeed(runs[1].id);
      await inState(deployment, runs[1].id, "Succeeded");
      expect((await deployment.api.run(next.id)).reasonCode).toBe("waits_for_run");
      gates.succeed(runs[0].id);
      gates.succeed(next.id);
      await inState(deployment, next.id, "Succeeded");
    });

    test("a run that waits for its retry has begun: the newer one begins after the retry", async () => {
      const { deployment, gates, ask, behind } = await open({ retryCount: 1, retryIntervalMs: 2000 });
      const first = await ask(1);
      await gates.entered(first.id);
      gates.fail(first.id);
      await inState(deployment, first.id, "Failed");
      const second = await ask(2);
      await behind(second.id, first.id);
      await deployment.elapse(2000);
      await gates.entered(first.id, 2);
      gates.succeed(first.id, "late", 2);
      gates.succeed(second.id);
      await inState(deployment, second.id, "Succeeded");
      expect(await deployment.api.run(first.id)).toMatchObject({ state: "Succeeded", attempt: 2 });
      expect(gates.mostInside).toBe(1);
    });

    test("begins when the other is cancelled, and leaves nothing behind when it is cancelled itself", async () => {
      const { deployment, gates, ask, behind } = await open();
      const first = await ask(1);
      await gates.entered(first.id);
      const second = await ask(2);
      await behind(second.id, first.id);
      await deployment.api.cancel(second.id);
      await inState(deployment, second.id, "Cancelled");
      const third = await ask(3);
      await behind(third.id, first.id);
      await deployment.api.cancel(first.id);
      await inState(deployment, first.id, "Cancelled");
      await gates.entered(third.id);
      gates.succeed(third.id);
      await inState(deployment, third.id, "Succeeded");
    });

    test("one that is due later begins at its time where the other has ended by then, and else after it", async () => {
      const { deployment, gates, ask, behind } = await open();
      const first = await ask(1);
      await gates.entered(first.id);
      const later = await ask(2, { delayMs: 1500 });
      expect((await deployment.api.run(later.id)).state).toBe("Scheduled");
      await deployment.elapse(1500);
      await behind(later.id, first.id);
      gates.succeed(first.id);
      await gates.entered(later.id);
      gates.succeed(later.id);
      await inState(deployment, later.id, "Succeeded");
    });

    test("one that waits while its app is stopped is held, and begins when the app is started", async () => {
      const { deployment, gates, ask, behind } = await open();
      const { api } = deployment;
      const first = await ask(1);
      await gates.entered(first.id);
      const second = await ask(2);
      await behind(second.id, first.id);
      expect((await api.call("POST", "/apps/behaviour/stop", {})).status).toBeLessThan(300);
      gates.succeed(first.id);
      await deployment.until("it to be held", async () => (await api.run(second.id)).reasonCode === "held");
      expect((await api.call("POST", "/apps/behaviour/start", {})).status).toBeLessThan(300);
      await gates.entered(second.id);
      gates.succeed(second.id);
      await inState(deployment, second.id, "Succeeded");
    });
  });
}
