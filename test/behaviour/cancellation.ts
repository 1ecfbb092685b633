import { defineTriggeredJob, type JobState, type WorkerOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState, path } from "./states.ts";

/** Cancelling: at every point of a run, and the response never contradicts the end. */
export function describeCancellation(harness: DeploymentHarness): void {
  describe(`cancellation (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: { retryCount?: number; retryIntervalMs?: number; ignoreSignal?: boolean } = {},
      worker: WorkerOptions = {},
    ): Promise<{ deployment: Deployment; gates: Gates }> => {
      const { ignoreSignal = false, ...jobOptions } = options;
      const gates = new Gates();
      const job = defineTriggeredJob({
        key: "gate",
        maxConcurrency: null,
        ...jobOptions,
        execute: (_args, context) => gates.pass(context, ignoreSignal),
      });
      return { deployment: await harness.open({ jobs: [job], worker }), gates };
    };

    test("a delayed run is cancelled at once and never begins", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("gate", { delayMs: 2000 });
      const { status, body } = await deployment.api.cancel(id, { reason: "wrong customer" });
      expect(status).toBe(202);
      expect(body.instance.state).toBe("Cancelled");
      await deployment.elapse(3000);
      const run = await deployment.api.run(id);
      expect(path(run)).toBe("Scheduled Cancelled");
      expect(run.reason).toContain("wrong customer");
      expect(gates.mostInside).toBe(0);
    });

    test("a running run has its signal aborted, ends Cancelled and frees its slot", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      const { status, body } = await deployment.api.cancel(id, { reason: "not needed" });
      expect(status).toBe(202);
      expect(body.instance.cancelRequestedAt).not.toBeNull();
      const run = await inState(deployment, id, "Cancelled");
      expect(path(run)).toBe("Enqueued Processing Cancelled");
      expect(run.reason).toContain("not needed");
    });

    test("a run that returns after its cancel was accepted still ends Cancelled", async () => {
      const { deployment, gates } = await open({ ignoreSignal: true });
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.api.cancel(id);
      gates.succeed(id, "too late");
      expect(await inState(deployment, id, "Cancelled")).toMatchObject({ result: null });
    });

    test("a run that ignores the signal is settled past the grace without it", async () => {
      const { deployment, gates } = await open(
        { ignoreSignal: true },
        { abortGraceMs: 1000, heartbeatMs: 1000 },
      );
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.api.cancel(id);
      await deployment.elapse(4000);
      await inState(deployment, id, "Cancelled");
      const { body } = await deployment.api.call<{ items: { running: number; abandoned: number }[] }>(
        "GET",
        "/workers",
      );
      expect(gates.inside).toBe(1);
      expect(JSON.stringify(body)).toContain('"abandoned":1');
      gates.succeed(id);
    });

    test("a run that waits for its retry gets none", async () => {
      const { deployment, gates } = await open({ retryCount: 3, retryIntervalMs: 3000 });
      const { id } = await deployment.api.trigger("gate");
      gates.fail(id);
      await inState(deployment, id, "Failed");
      const { status, body } = await deployment.api.cancel(id);
      expect([status, body.instance.state]).toEqual([202, "Cancelled"]);
      await deployment.elapse(5000);
      const run = await deployment.api.run(id);
      expect(path(run)).toBe("Enqueued Processing Failed Cancelled");
      expect(run.reason).toContain("No retry");
    });

    test("a failure after the cancel was accepted is not retried", async () => {
      const { deployment, gates } = await open({ retryCount: 3, ignoreSignal: true });
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.api.cancel(id);
      gates.fail(id);
      expect((await inState(deployment, id, "Cancelled")).attempt).toBe(1);
    });

    test("twice is once, and what has ended cannot be cancelled", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      const answers = await Promise.all([deployment.api.cancel(id), deployment.api.cancel(id)]);
      expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
      await inState(deployment, id, "Cancelled");
      const { status, body } = await deployment.api.cancel(id);
      expect([status, (body as unknown as { code: string }).code]).toEqual([409, "already_terminal"]);
      expect((await deployment.api.cancel("nobody")).status).toBe(404);
    });

    test("cancels that race with every kind of end leave one terminal state that fits the response", async () => {
      const { deployment, gates } = await open();
      const runs = await Promise.all(Array.from({ length: 60 }, () => deployment.api.trigger("gate")));
      const answers = await Promise.all(
        runs.map(async ({ id }, index) => {
          const end = async (): Promise<void> => (index % 2 === 0 ? gates.succeed(id) : gates.fail(id));
          const first =
            index % 3 === 0 ? [deployment.api.cancel(id), end()] : [end(), deployment.api.cancel(id)];
          return (await Promise.all(first)).find((one) => one !== undefined);
        }),
      );
      // A cancel may have come between a run's admission and its code: its worker asks again within a second.
      await deployment.elapse(2000);
      await Promise.all(
        runs.map(async ({ id }, index) => {
          const final = await deployment.until(`the end of ${id}`, async () => {
            const run = await deployment.api.run(id);
            return (["Succeeded", "Terminated", "Cancelled"] as JobState[]).includes(run.state) && run;
          });
          expect(final.state === "Cancelled").toBe(answers[index]?.status === 202);
          expect(final.history.filter(({ to }) => to === final.state)).toHaveLength(1);
        }),
      );
    });

    test("many are cancelled by a filter, counted first", async () => {
      const { deployment } = await open();
      await Promise.all(
        Array.from({ length: 30 }, () => deployment.api.trigger("gate", { delayMs: 60_000 })),
      );
      const filter = { jobKey: "gate", state: ["Scheduled"] };
      const dry = await deployment.api.call("POST", "/instances/bulk", {
        action: "cancel",
        filter,
        dryRun: true,
      });
      expect(dry.body).toMatchObject({ matched: 30, done: 0, failed: [] });
      const real = await deployment.api.call("POST", "/instances/bulk", { action: "cancel", filter });
      expect(real.body).toMatchObject({ matched: 30, done: 30, failed: [] });
      const runs = await deployment.api.runsOf("gate");
      expect(runs.every(({ state }) => state === "Cancelled")).toBe(true);
    });
  });
}
