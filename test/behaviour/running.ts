import { defineTriggeredJob, jobError } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

const huge = "x".repeat(3_000_000);
const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = circular;

/** Running: whatever a job throws, returns, writes or ignores touches its own run only. */
export function describeRunning(harness: DeploymentHarness): void {
  describe(`running (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test.each<[string, unknown, string]>([
      ["an error", new RangeError("too far"), "too far"],
      ["an error with a cause", new Error("outer", { cause: new Error("inner") }), "outer"],
      ["a text", "just text", "just text"],
      ["undefined", undefined, "undefined"],
      ["null", null, "null"],
      ["a number", 42, "42"],
      ["a circular object", circular, "[object Object]"],
      ["a huge message", new Error(huge), "[truncated"],
      [
        "something that throws when looked at",
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("trap");
            },
            has: () => {
              throw new Error("trap");
            },
          },
        ),
        "cannot be described",
      ],
    ])("a job that throws %s fails that run only", async (_what, thrown, told) => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({ key: "bad", execute: () => Promise.reject(thrown as Error) }),
          defineTriggeredJob({ key: "good", execute: () => "fine" }),
        ],
      });
      const bad = await deployment.api.trigger("bad");
      const good = await deployment.api.trigger("good");
      const run = await inState(deployment, bad.id, "Terminated");
      expect(run.error?.message).toContain(told);
      expect(JSON.stringify(run.error).length).toBeLessThan(70_000);
      await inState(deployment, good.id, "Succeeded");
    });

    test("a job that throws before it returns a promise, and one whose factory throws, fail their run", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "sync",
            execute: () => {
              throw new Error("at once");
            },
          }),
        ],
      });
      const { id } = await deployment.api.trigger("sync");
      expect((await inState(deployment, id, "Terminated")).error?.message).toBe("at once");
    });

    test("an error that says a retry is no use ends the run at once", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "final",
            retryCount: 5,
            execute: () => Promise.reject(Object.assign(new Error("gone for good"), { retryable: false })),
          }),
        ],
      });
      const { id } = await deployment.api.trigger("final");
      expect(await inState(deployment, id, "Terminated")).toMatchObject({ attempt: 1 });
    });

    test("an error with a number of its author's keeps it in the run, its history and the failures", async () => {
      const number = -19_001_004_000;
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "numbered",
            retryCount: 3,
            retryOn: [String(number)],
            execute: (_args, { attempt }) => {
              throw jobError({ number, message: "There is no card", retryable: attempt === 1 });
            },
          }),
        ],
      });
      const { id } = await deployment.api.trigger("numbered");
      const run = await inState(deployment, id, "Terminated");
      expect(run).toMatchObject({
        attempt: 2,
        error: { code: "job_error", number, message: "There is no card" },
        reasonCode: "not_retryable",
        reasonNumber: -10_400_019_000,
      });
      const failed = run.history.filter(({ to }) => to === "Failed");
      expect(failed).toMatchObject([{ reasonNumber: number }, { reasonNumber: number }]);
      const { body } = await deployment.api.call<{ items: readonly object[] }>("GET", "/failures");
      expect(body.items).toMatchObject([{ cause: "There is no card", number }]);
    });

    test("code of an unlimited job that ignores its timeout is settled without it, and what it does later changes nothing", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "stubborn",
            timeoutMs: 1000,
            maxConcurrency: null,
            execute: (_args, context) => gates.pass(context, true),
          }),
        ],
        worker: { maxConcurrentRuns: 1 },
      });
      const { id } = await deployment.api.trigger("stubborn");
      await gates.entered(id);
      await deployment.elapse(7000);
      const run = await inState(deployment, id, "Terminated");
      expect(run.error).toMatchObject({ code: "timeout" });
      const next = await deployment.api.trigger("stubborn");
      await deployment.elapse(100);
      // The worker's own place is not free: the code still runs.
      expect((await deployment.api.run(next.id)).state).toBe("Enqueued");
      gates.succeed(id, "late");
      await gates.entered(next.id);
      expect(await deployment.api.run(id)).toMatchObject({ state: "Terminated", result: null });
      gates.succeed(next.id);
      await inState(deployment, next.id, "Succeeded");
    });

    test("a worker at its limit takes nothing more, and takes by priority when it can", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            maxConcurrency: null,
            execute: (_args, context) => gates.pass(context),
          }),
        ],
        worker: { maxConcurrentRuns: 2 },
      });
      const first = [await deployment.api.trigger("gate"), await deployment.api.trigger("gate")];
      for (const { id } of first) await gates.entered(id);
      const later = await deployment.api.trigger("gate", { priority: 5 });
      const urgent = await deployment.api.trigger("gate", { priority: 1 });
      // Both are where the worker takes from.
      await deployment.elapse(1000);
      expect((await deployment.api.run(urgent.id)).state).toBe("Enqueued");
      gates.succeed(first[0]?.id ?? "");
      await gates.entered(urgent.id);
      expect((await deployment.api.run(later.id)).state).toBe("Enqueued");
      for (const { id } of [...first, urgent, later]) gates.succeed(id);
      await inState(deployment, later.id, "Succeeded");
      expect(gates.mostInside).toBe(2);
    });

    test("log lines and progress are kept with the run, in order", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "report",
            execute: async (_args, context) => {
              context.log.info("begun");
              context.progress(0.5, "half way");
              await gates.pass(context);
              context.log.warn("done");
              context.progress(1);
            },
          }),
        ],
      });
      const { id } = await deployment.api.trigger("report");
      await gates.entered(id);
      await deployment.until(
        "progress",
        async () => (await deployment.api.run(id)).progress?.fraction === 0.5,
      );
      gates.succeed(id);
      const run = await inState(deployment, id, "Succeeded");
      expect(run.progress).toMatchObject({ fraction: 1 });
      const { body } = await deployment.api.call<{
        items: { level: string; message: string; seq: number }[];
      }>("GET", `/instances/${id}/logs`);
      expect(body.items.map(({ level, message }) => [level, message])).toEqual([
        ["info", "begun"],
        ["warn", "done"],
      ]);
      const after = body.items[0]?.seq ?? 0;
      const rest = await deployment.api.call<{ items: unknown[] }>(
        "GET",
        `/instances/${id}/logs?after=${after}`,
      );
      expect(rest.body.items).toHaveLength(1);
    });

    test.each<[string, () => unknown, unknown, string | null]>([
      ["nothing", () => undefined, null, null],
      ["a date", () => ({ at: new Date(0) }), { at: "1970-01-01T00:00:00.000Z" }, null],
      ["what is not JSON", () => ({ big: 1n }), null, "dropped"],
      ["a loop", () => circular, null, "dropped"],
      ["too much", () => huge, expect.objectContaining({ truncated: true }), "truncated"],
    ])(
      "a job that returns %s has succeeded, and the record says what is kept",
      async (_what, make, kept, note) => {
        const deployment = await harness.open({
          jobs: [defineTriggeredJob({ key: "returns", execute: make })],
        });
        const { id } = await deployment.api.trigger("returns");
        const run = await inState(deployment, id, "Succeeded");
        expect(run.result).toEqual(kept);
        if (note === null) expect(run.reason).toBeNull();
        else expect(run.reason).toContain(note);
      },
    );

    test("it stops: runs finish within the grace, the others are aborted and fail, nothing new begins", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            maxConcurrency: null,
            execute: (_args, context) => gates.pass(context),
          }),
        ],
        shutdownGraceMs: 10_000,
      });
      const quick = await deployment.api.trigger("gate");
      const slow = await deployment.api.trigger("gate");
      await gates.entered(quick.id);
      await gates.entered(slow.id);
      const stopping = deployment.stop();
      gates.succeed(quick.id, "in time");
      await stopping;
      expect(await deployment.api.run(quick.id)).toMatchObject({ state: "Succeeded", result: "in time" });
      expect(await deployment.api.run(slow.id)).toMatchObject({
        state: "Terminated",
        error: { code: "worker_shutdown" },
      });
      expect(gates.inside).toBe(0);
    });
  });
}
