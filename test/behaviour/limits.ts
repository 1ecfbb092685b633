import { setTimeout as timer } from "node:timers/promises";
import { defineTriggeredJob, type JobContext, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

/** What a job allows of its runs, whatever they come from. */
export function describeLimits(harness: DeploymentHarness): void {
  describe(`limits (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: Partial<JobOptions>,
    ): Promise<{ readonly deployment: Deployment; readonly gates: Gates }> => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            maxConcurrency: null,
            execute: (_args: unknown, context: JobContext) => gates.pass(context),
            ...options,
          }),
        ],
      });
      return { deployment, gates };
    };

    test("a unique job has one run of a key that waits or runs: of many asked for at once, one runs", async () => {
      const { deployment, gates } = await open({ unique: "skip", uniqueKey: "args.invoice" });
      const ask = (invoice: number): Promise<{ readonly id: string }> =>
        deployment.api.trigger("gate", { args: { invoice } });
      const asked = await Promise.all([1, 1, 1, 2, 1, 2].map(ask));
      const runs = await Promise.all(asked.map(({ id }) => deployment.api.run(id)));
      const begun = runs.filter(({ state }) => state !== "Skipped");
      const invoices = begun.map(({ args }) => (args as { readonly invoice: number }).invoice);
      expect(invoices.toSorted((a, b) => a - b)).toEqual([1, 2]);
      for (const { state, reason, args } of runs) {
        const other = begun.find((run) => JSON.stringify(run.args) === JSON.stringify(args));
        if (state === "Skipped")
          expect(reason).toBe(`Run "${other?.id}" of the same key waits or runs (unique)`);
      }
      for (const { id } of begun) {
        await gates.entered(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect((await deployment.api.run((await ask(1)).id)).state).not.toBe("Skipped");
    });

    test("a trigger without the value by which a unique job distinguishes its runs is refused", async () => {
      const { deployment } = await open({ unique: "skip", uniqueKey: "args.order" });
      const answer = await deployment.api.call<{ code: string; errors: readonly object[] }>(
        "POST",
        "/jobs/gate/instances",
        { args: { orders: 7 } },
      );
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_args"]);
      expect(answer.body.errors).toMatchObject([{ pointer: "/args/order", code: "required" }]);
      expect(await deployment.api.runsOf("gate")).toEqual([]);
    });

    test("a unique job that replaces begins once, with the latest arguments, at the latest time that was named", async () => {
      const { deployment, gates } = await open({ unique: "replace" });
      const first = await deployment.api.trigger("gate", { args: 1, delayMs: 3000 });
      expect(await deployment.api.trigger("gate", { args: 2 })).toMatchObject({ id: first.id });
      expect(await deployment.api.trigger("gate", { args: 2, delayMs: 60_000 })).toMatchObject({
        id: first.id,
      });
      await deployment.elapse(4000);
      expect(await deployment.api.run(first.id)).toMatchObject({ state: "Scheduled", args: 2 });
      const now = await deployment.api.trigger("gate", { args: 3, priority: 1 });
      await gates.entered(now.id);
      expect(await deployment.api.run(now.id)).toMatchObject({ state: "Processing", args: 3, priority: 1 });
      expect(await deployment.api.run(first.id)).toMatchObject({
        state: "Cancelled",
        reason: `Replaced by run "${now.id}"`,
      });
      gates.succeed(now.id);
      await inState(deployment, now.id, "Succeeded");
    });

    test("a job with a rate begins as many as it allows, and what waits says so and can be cancelled", async () => {
      const { deployment, gates } = await open({ rateLimit: { max: 2, perMs: 3_600_000 } });
      const runs = await Promise.all([1, 2, 3].map(() => deployment.api.trigger("gate")));
      const waiting = await deployment.until("two to begin and one to wait", async () => {
        const found = await Promise.all(runs.map(({ id }) => deployment.api.run(id)));
        const begun = found.filter(({ state }) => state === "Processing").length;
        return begun === 2 && found.find(({ reasonCode }) => reasonCode === "waits_for_slot");
      });
      expect(waiting).toMatchObject({ state: "Enqueued", attempt: 0 });
      expect(waiting.reason).toBe("Waits for its turn: 2 may begin within 3600000 ms (rateLimit)");
      await deployment.api.cancel(waiting.id);
      for (const { id } of runs.filter((run) => run.id !== waiting.id)) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect(gates.mostInside).toBe(2);
      expect(await deployment.api.run(waiting.id)).toMatchObject({ state: "Cancelled", attempt: 0 });
    });

    test("a job with a rate loses no run: each begins when the rate allows it", async () => {
      const { deployment, gates } = await open({ rateLimit: { max: 2, perMs: 100, spread: "smooth" } });
      const runs = await Promise.all([1, 2, 3, 4, 5].map(() => deployment.api.trigger("gate")));
      for (const { id } of runs) gates.succeed(id);
      // The clock of the store decides, which is another one where that is a server or a file: both go on.
      await deployment.until("each to end", async () => {
        await deployment.elapse(100);
        await timer(5);
        const found = await Promise.all(runs.map(({ id }) => deployment.api.run(id)));
        return found.every(({ state }) => state === "Succeeded");
      });
    });
  });
}
