import { defineTriggeredJob, type JobState } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";

/** Resolves to the run once it is in this state. */
export function inState(deployment: Deployment, id: string, state: JobState): Promise<RunJson> {
  return deployment.until(`run "${id}" in state ${state}`, async () => {
    const run = await deployment.api.run(id);
    return run.state === state && run;
  });
}

/** The states a run went through, in order. */
export function path({ history }: RunJson): string {
  return history.map(({ to }) => to).join(" ");
}

/** Every edge of the state machine, taken by a run that was triggered. */
export function describeStates(harness: DeploymentHarness): void {
  describe(`states (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: {
        retryCount?: number;
        retryIntervalMs?: number;
        timeoutMs?: number;
        maxConcurrency?: number | null;
      } = {},
    ): Promise<{ deployment: Deployment; gates: Gates }> => {
      const gates = new Gates();
      const job = defineTriggeredJob({
        key: "gate",
        ...options,
        execute: (_args, context) => gates.pass(context),
      });
      return { deployment: await harness.open({ jobs: [job] }), gates };
    };

    test("a run that returns goes Enqueued, Processing, Succeeded and keeps what it returned", async () => {
      const { deployment, gates } = await open();
      const { id, state } = await deployment.api.trigger("gate");
      expect(state).toBe("Enqueued");
      await gates.entered(id);
      expect(await inState(deployment, id, "Processing")).toMatchObject({
        attempt: 1,
        worker: expect.any(String),
      });
      gates.succeed(id, { rows: 3, big: "9007199254740993" });
      const run = await inState(deployment, id, "Succeeded");
      expect(path(run)).toBe("Enqueued Processing Succeeded");
      expect(run.result).toEqual({ rows: 3, big: "9007199254740993" });
      expect(run.history.map(({ from }) => from)).toEqual([null, "Enqueued", "Processing"]);
    });

    test("a run with a delay goes Scheduled, and Enqueued when its time has come, not before", async () => {
      const { deployment, gates } = await open();
      const asked = deployment.now().getTime();
      const { id, state, scheduledFor } = await deployment.api.trigger("gate", { delayMs: 5000 });
      const answered = deployment.now().getTime();
      expect(state).toBe("Scheduled");
      const createdAt = Date.parse(scheduledFor ?? "") - 5000;
      expect([asked <= createdAt, createdAt <= answered]).toEqual([true, true]);
      const due = createdAt + 5000;
      await deployment.elapse(4500);
      const looked = await deployment.api.run(id);
      // A machine under load may look after the time has come; what was written when is judged in any case.
      if (deployment.now().getTime() < due) expect(looked.state).toBe("Scheduled");
      gates.succeed(id);
      await deployment.elapse(600);
      const run = await inState(deployment, id, "Succeeded");
      expect(path(run)).toBe("Scheduled Enqueued Processing Succeeded");
      const [scheduledAt = 0, enqueuedAt = 0] = run.history.map(({ at }) => Date.parse(at));
      expect([asked <= scheduledAt, scheduledAt <= answered]).toEqual([true, true]);
      expect(enqueuedAt).toBeGreaterThanOrEqual(due);
    });

    test("a run asked for a time runs then, and one asked for a time that is past runs at once", async () => {
      const { deployment, gates } = await open();
      const runAt = new Date(deployment.now().getTime() + 4000).toISOString();
      const later = await deployment.api.trigger("gate", { runAt });
      const past = await deployment.api.trigger("gate", { runAt: "2020-01-01T00:00:00Z" });
      expect([later.state, past.state]).toEqual(["Scheduled", "Enqueued"]);
      gates.succeed(past.id);
      gates.succeed(later.id);
      await inState(deployment, past.id, "Succeeded");
      await deployment.elapse(4000);
      await inState(deployment, later.id, "Succeeded");
    });

    test("a run without retries that fails goes Failed and Terminated at once", async () => {
      const { deployment, gates } = await open();
      const { id } = await deployment.api.trigger("gate");
      gates.fail(id, new TypeError("no such table"));
      const run = await inState(deployment, id, "Terminated");
      expect(path(run)).toBe("Enqueued Processing Failed Terminated");
      expect(run.error).toMatchObject({ code: "job_error", message: "no such table" });
      expect(run.error?.stack).toContain("TypeError: no such table");
      expect(run.reason).toContain("no retries");
    });

    test("an immediate retry follows at once and keeps its slot", async () => {
      const { deployment, gates } = await open({ retryCount: 2 });
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      gates.fail(id);
      await gates.entered(id, 2);
      const other = await deployment.api.trigger("gate");
      expect((await inState(deployment, other.id, "Skipped")).reason).toContain("1 of 1 running");
      gates.succeed(id, "at last", 2);
      const run = await inState(deployment, id, "Succeeded");
      expect(path(run)).toBe("Enqueued Processing Failed Processing Succeeded");
      expect(run).toMatchObject({ attempt: 2, result: "at last", error: null });
    });

    test("a retry with an interval waits for it as Failed and gives its slot back meanwhile", async () => {
      // Long enough for another run to come and end meanwhile, on a busy machine too.
      const { deployment, gates } = await open({ retryCount: 1, retryIntervalMs: 10_000 });
      const { id } = await deployment.api.trigger("gate");
      gates.fail(id);
      const waiting = await inState(deployment, id, "Failed");
      expect(waiting.retryAt).not.toBeNull();
      const other = await deployment.api.trigger("gate");
      gates.succeed(other.id);
      await inState(deployment, other.id, "Succeeded");
      gates.succeed(id, null, 2);
      await deployment.elapse(10_500);
      const run = await inState(deployment, id, "Succeeded");
      expect(path(run)).toBe("Enqueued Processing Failed Processing Succeeded");
      const begun = run.history.findLast(({ to }) => to === "Processing")?.at ?? "";
      expect(begun >= (waiting.retryAt ?? "")).toBe(true);
    });

    test("a run whose retries are used up is Terminated and says so", async () => {
      const { deployment, gates } = await open({ retryCount: 1 });
      const { id } = await deployment.api.trigger("gate");
      gates.fail(id);
      gates.fail(id, new Error("again"), 2);
      const run = await inState(deployment, id, "Terminated");
      expect(path(run)).toBe("Enqueued Processing Failed Processing Failed Terminated");
      expect(run.reason).toContain("Retries used up: 1 of 1");
      expect(run.error?.message).toBe("again");
    });

    test("a retry that finds the job full counts as a failed attempt and says so", async () => {
      const { deployment, gates } = await open({ retryCount: 1, retryIntervalMs: 2000 });
      const { id } = await deployment.api.trigger("gate");
      gates.fail(id);
      await inState(deployment, id, "Failed");
      const holder = await deployment.api.trigger("gate");
      await gates.entered(holder.id);
      await deployment.elapse(2000);
      const run = await inState(deployment, id, "Terminated");
      expect(path(run)).toBe("Enqueued Processing Failed Processing Failed Terminated");
      // What the code failed with comes first.
      expect(run.error).toMatchObject({ code: "job_error", message: "told to fail" });
      expect(run.history.at(-2)?.reason).toBe("Attempt 2 failed: No free slot: 1 of 1 in use");
      expect(run.attempt).toBe(2);
      gates.succeed(holder.id);
    });

    test("an attempt that takes too long has its signal aborted, and has failed for timeout whatever it does then", async () => {
      const { deployment, gates } = await open({ timeoutMs: 3000 });
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.elapse(2000);
      expect((await deployment.api.run(id)).state).toBe("Processing");
      await deployment.elapse(1100);
      const run = await inState(deployment, id, "Terminated");
      expect(run.error).toMatchObject({ code: "timeout", message: "The attempt took longer than 3000 ms" });
    });

    test("a run beyond the limit is Skipped and says how full it was", async () => {
      const { deployment, gates } = await open({ maxConcurrency: 2 });
      const first = await deployment.api.trigger("gate");
      const second = await deployment.api.trigger("gate");
      // Which of those that wait begins first is not promised.
      await gates.entered(first.id);
      await gates.entered(second.id);
      const third = await deployment.api.trigger("gate");
      const skipped = await inState(deployment, third.id, "Skipped");
      expect(path(skipped)).toBe("Enqueued Skipped");
      expect(skipped.reason).toContain("2 of 2 running");
      gates.succeed(first.id);
      await inState(deployment, first.id, "Succeeded");
      const fourth = await deployment.api.trigger("gate");
      await gates.entered(fourth.id);
      gates.succeed(second.id);
      gates.succeed(fourth.id);
      await inState(deployment, fourth.id, "Succeeded");
      expect(gates.mostInside).toBe(2);
    });
  });
}
