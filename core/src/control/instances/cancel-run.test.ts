import { snooze } from "../../model/instance/snooze.ts";
import { cancelled } from "../../model/reason.ts";
import { describe, expect, test } from "vitest";
import { anInstance, aRunningInstance, attemptOf, START } from "@mojob/test-fixtures/records";
import { createWorld, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { enqueue, fail, reportProgress, succeed } from "../../model/instance/transitions.ts";
import { cancelRuns, type ReadRuns } from "./cancel-run.ts";
import type { CancelRequest } from "../../scheduler/instance-requests.ts";

async function aRun(record: JobInstance, options: WorldOptions = {}) {
  const world: World = createWorld(options);
  const store = world.store.instances;
  await store.insert([record]);
  const cancel = async (request: CancelRequest = {}): Promise<JobInstance> => {
    const read: ReadRuns = (ids) => store.get("default", ids);
    const [result] = await cancelRuns(store, world.clock, read, [record.id], request);
    if (result instanceof Error) throw result;
    return result as JobInstance;
  };
  return { ...world, cancel };
}

const running = aRunningInstance();
const failed = anInstance({ state: "Failed", attempt: 1, retryAt: START });

describe("cancelRuns()", () => {
  test.each<[string, JobInstance]>([
    ["Scheduled", anInstance({ state: "Scheduled", scheduledFor: START })],
    ["Enqueued", anInstance()],
  ])("ends a run that is %s at once", async (from, record) => {
    const { cancel, instance } = await aRun(record);
    const answer = await cancel({ by: "ada", reason: "not today" });
    expect(answer).toMatchObject({
      state: "Cancelled",
      reason: cancelled("ada", "not today"),
      completedAt: START,
      cancelRequestedAt: START,
    });
    expect(answer.history.at(-1)).toMatchObject({ from, to: "Cancelled" });
    expect(await instance("run-1")).toEqual(answer);
  });

  test("marks a running one, whose worker then ends it", async () => {
    const { cancel, store } = await aRun(running);
    expect(await cancel()).toMatchObject({
      state: "Processing",
      cancelRequestedAt: START,
      cancelReason: cancelled(),
    });
    const [late] = await store.instances.update([succeed(attemptOf(running), START, 1, null, null)]);
    expect(late).toBe(false);
  });

  test("returns a run that is marked already as it is: the first reason stands", async () => {
    const { cancel, clock } = await aRun(running);
    await cancel({ by: "ada" });
    await clock.advance(1000);
    expect(await cancel({ by: "bob" })).toMatchObject({
      cancelReason: cancelled("ada"),
      cancelRequestedAt: START,
    });
  });

  test("calls off the retry of a failed one", async () => {
    const { cancel } = await aRun(failed);
    expect(await cancel({ by: "ada" })).toMatchObject({
      state: "Cancelled",
      reason: { code: "retry_cancelled", parameters: { by: "ada", note: null } },
      retryAt: null,
    });
  });

  test.each(["Succeeded", "Terminated", "Cancelled", "Skipped"] as const)(
    "refuses a run that has ended as %s",
    async (state) => {
      const { cancel } = await aRun(anInstance({ state, completedAt: START }));
      await expect(cancel()).rejects.toMatchObject({
        code: "already_terminal",
        message: `Cannot cancel run "run-1": it has ended as "${state}"`,
      });
    },
  );

  test("keeps a very long reason within bounds", async () => {
    const { cancel } = await aRun(running);
    const { cancelReason } = await cancel({ reason: "x".repeat(10_000) });
    expect(cancelReason).toEqual(cancelled(null, `${"x".repeat(499)}…`));
  });

  describe("when the run moves between the look and the write", () => {
    const after = { next: "retryLater", retry: 1, retryAt: START, retryCount: 1, dispatchId: "d" } as const;
    const failure = { code: "job_error", message: "It broke" };

    test.each([
      [
        "its time comes",
        anInstance({ state: "Scheduled", scheduledFor: START }),
        enqueue(running, START),
        "Cancelled",
      ],
      [
        "it reports",
        running,
        reportProgress(attemptOf(running), START, { fraction: 1, message: null, at: START }),
        "Processing",
      ],
      [
        "it is snoozed",
        running,
        snooze(attemptOf(running), running, START, { delayMs: 1000, dispatchId: "d", progress: null }),
        "Cancelled",
      ],
      ["its attempt fails", running, fail(attemptOf(running), START, failure, after, null), "Cancelled"],
    ] as const)("follows it: %s", async (_what, record, move, state) => {
      let hasMoved = false;
      const { cancel } = await aRun(record, {
        instances: (real) => ({
          async update(changes) {
            if (!hasMoved) {
              hasMoved = true;
              await real.update([move]);
            }
            return real.update(changes);
          },
        }),
      });
      const answer = await cancel();
      expect(answer.state).toBe(state);
      expect(answer.cancelRequestedAt).toEqual(START);
    });

    test("says so when it ended first", async () => {
      const { cancel } = await aRun(running, {
        instances: (real) => ({
          async update(changes) {
            await real.update([succeed(attemptOf(running), START, 1, null, null)]);
            return real.update(changes);
          },
        }),
      });
      await expect(cancel()).rejects.toMatchObject({ code: "already_terminal" });
    });

    test("gives up on one that never stands still", async () => {
      const { cancel } = await aRun(running, { instances: () => ({ update: async () => [false] }) });
      await expect(cancel()).rejects.toMatchObject({ code: "store_unavailable" });
    });
  });
});
