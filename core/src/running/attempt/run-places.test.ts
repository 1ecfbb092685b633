import { describe, expect, it } from "vitest";
import { anExecutorSetup, Doors, type ExecutorSetup } from "@mojob/test-fixtures/executor";
import type { JobContext } from "../../job/job-context.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { requestCancel } from "../../model/instance/transitions.ts";
import { cancelled } from "../../model/reason.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";
import type { IMoWorkRunner } from "../../ports/work-runner.ts";
import { createWorkSlots } from "../worker/work-slots.ts";

const work = { kind: "command", argv: ["any"] } as const;

/** A worker whose job is a program, of which one may run at a time. */
async function aWorker(options: StatedOptions = {}): Promise<{ place: ExecutorSetup; doors: Doors }> {
  const doors = new Doors();
  const runner: IMoWorkRunner<JobContext> = {
    kind: "command",
    handlers: [],
    places: createWorkSlots(1),
    canRun: ({ work: { kind } }) => kind === "command",
    run: ({ context }) => doors.passObediently(null, context),
  };
  const place = await anExecutorSetup({ work, runners: [runner], options });
  await place.executor.start();
  return { place, doors };
}

describe("a runner with places", () => {
  it("runs as many as it has places, then the most urgent of those that wait", async () => {
    const { place, doors } = await aWorker();
    await place.enqueue("a", { id: "b", priority: 4 }, { id: "c", priority: 2 });
    const all = ["a", "b", "c"].map((id) => place.take(id));
    await place.clock.settle();
    expect(doors.entered).toEqual(["a/1"]);
    doors.succeed("a/1");
    await place.clock.settle();
    expect(doors.entered).toEqual(["a/1", "c/1"]);
    doors.fail("c/1");
    await place.clock.settle();
    doors.succeed("b/1");
    await Promise.all(all);
    expect(new Map((await place.instances()).map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        ["a", JobState.Succeeded],
        ["b", JobState.Succeeded],
        ["c", JobState.Terminated],
      ]),
    );
  });

  it("begins the time of an attempt when it has its place", async () => {
    const { place, doors } = await aWorker({ timeoutMs: 1000 });
    await place.enqueue("a", "b");
    const all = ["a", "b"].map((id) => place.take(id));
    await place.clock.settle();
    await place.clock.advance(900);
    doors.succeed("a/1");
    await place.clock.settle();
    await place.clock.advance(900);
    doors.succeed("b/1");
    await Promise.all(all);
    expect((await place.instance("b")).state).toBe(JobState.Succeeded);
    const lines = await place.store.logs.list("default", "b", 0, 10);
    expect(lines.map(({ message }) => message)).toEqual(["It waits for a place: all 1 are taken"]);
  });

  it("ends one that is cancelled while it waits without a call, and gives its place to the next", async () => {
    const { place, doors } = await aWorker();
    await place.enqueue("a", "b", "c");
    const all = ["a", "b", "c"].map((id) => place.take(id));
    await place.clock.settle();
    await place.store.instances.update([
      requestCancel(await place.instance("b"), place.clock.now(), cancelled()),
    ]);
    await place.clock.settle();
    expect((await place.instance("b")).state).toBe(JobState.Cancelled);
    doors.succeed("a/1");
    await place.clock.settle();
    doors.succeed("c/1");
    await Promise.all(all);
    expect(doors.entered).toEqual(["a/1", "c/1"]);
  });

  it("does not fail one that waits when its worker stops: it is executed later", async () => {
    const { place, doors } = await aWorker();
    await place.enqueue("a", "b");
    const all = ["a", "b"].map((id) => place.take(id));
    await place.clock.settle();
    const closing = place.executor.close(0);
    await place.clock.advance(10_000);
    await Promise.all([...all, closing]);
    expect(doors.entered).toEqual(["a/1"]);
    expect((await place.instance("a")).error).toMatchObject({ code: "worker_shutdown" });
    expect(await place.instance("b")).toMatchObject({ state: JobState.Scheduled, error: null });
  });

  it("refuses a bound that is none", () => {
    for (const limit of [0, 1.5, Number.NaN]) expect(() => createWorkSlots(limit)).toThrow("above 0");
  });
});
