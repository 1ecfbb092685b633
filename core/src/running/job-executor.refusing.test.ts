import { describe, expect, test } from "vitest";
import { RunMetrics } from "../model/metrics/run-metrics.ts";
import type { AttemptEnd } from "./attempt/run-hooks.ts";
import { anExecutorSetup, aRequest, Doors } from "@mojob/test-fixtures/executor";

describe("JobExecutor refuses", () => {
  test("a run of a full job: Skipped, and why", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.pass, options: { maxConcurrency: 1 } });
    await place.enqueue("a", "b");
    const taken = place.take("a", "b");
    await place.clock.settle();
    expect(await place.instance("b")).toMatchObject({
      state: "Skipped",
      reason: { code: "job_full", parameters: { limit: 1 } },
    });
    doors.succeed("a/1");
    await taken;
  });

  test("a retry that finds the job full: a failed attempt, with the next on the way while there is one", async () => {
    const doors = new Doors();
    const options = { maxConcurrency: 1, retryCount: 2, retryIntervalMs: 5000 };
    const ends: AttemptEnd[] = [];
    const hooks = { onRunEnd: (end: AttemptEnd) => void ends.push(end) };
    const metrics = new RunMetrics();
    const place = await anExecutorSetup({ execute: doors.pass, options, hooks, metrics });
    const error = { code: "job_error", message: "The database is down" };
    await place.enqueue("a", {
      id: "b",
      state: "Failed",
      attempt: 1,
      retryAt: place.clock.now(),
      error,
      errorSummary: error.message,
    });
    const taken = place.take("a");
    await place.clock.settle();
    await place.executor.intake.execute([aRequest("b", 2)]);
    const failed = await place.instance("b");
    expect(failed).toMatchObject({
      state: "Failed",
      attempt: 2,
      error,
      errorSummary: "The database is down",
    });
    expect(failed.history.at(-1)?.reason).toMatchObject({ parameters: { failure: { code: "full" } } });
    expect(place.bus.requests).toMatchObject([
      { instanceId: "b", attempt: 3, dueAt: failed.retryAt?.toISOString() },
    ]);
    await place.executor.intake.execute([aRequest("b", 3)]);
    expect(await place.instance("b")).toMatchObject({
      state: "Terminated",
      reason: { code: "retries_used_up", parameters: { count: 2 } },
      error,
    });
    const message = "The database is down (its retry failed: No free slot: 1 of 1 in use)";
    expect(ends).toMatchObject([
      { instanceId: "b", attempt: 2, outcome: "failed", failure: { message }, retryAt: failed.retryAt },
      { instanceId: "b", attempt: 3, outcome: "failed", failure: { message }, retryAt: null },
    ]);
    expect(metrics.read()[0]?.durations.get("failed")?.count).toBe(2);
    doors.succeed("a/1");
    await taken;
  });

  test("a run of a job that was disabled meanwhile, and a retry of one", async () => {
    const place = await anExecutorSetup({ options: { disabled: true } });
    await place.enqueue("a", { id: "b", state: "Failed", attempt: 1 });
    await place.executor.intake.execute([aRequest("a"), aRequest("b", 2)]);
    expect(await place.instance("a")).toMatchObject({ state: "Skipped", reason: { code: "job_disabled" } });
    expect(await place.instance("b")).toMatchObject({
      state: "Terminated",
      reason: { code: "job_disabled" },
    });
  });
});
