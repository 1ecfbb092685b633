import type { StorySetup } from "./story-setup.ts";

/** What the scenarios use of a test's own `expect`. */
type Expect = (
  value: unknown,
  message?: string,
) => {
  toBe(expected: unknown): void;
  toContain(part: string): void;
  toHaveLength(length: number): void;
  toMatchObject(expected: object): void;
  readonly not: { toContain(part: string): void };
};

export type Scenario = (place: StorySetup, app: string, expect: Expect) => Promise<void>;

/** What is tried with each client; `app` has executors of it alone. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  async "runs, and its log has each line once"(place, app, expect) {
    const demo = await place.createJob(app, "demo", { maxConcurrency: 2 });
    const names = ["Ada", "Grace"];
    const ids = await Promise.all(names.map((name) => place.trigger(demo, name)));
    for (const [index, id] of ids.entries()) {
      expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: "done", attempt: 1 });
      const log = await place.log(id);
      for (const number of [1, 2, 3])
        expect(log.split(`line ${number} of ${names[index]}`), log).toHaveLength(2);
    }
  },

  async "fails, and refuses a handler that it does not have"(place, app, expect) {
    const failed = await place.ended(await place.trigger(await place.createJob(app, "fail")));
    expect(failed).toMatchObject({ state: "Terminated", error: { code: "executor_failed" } });
    expect(failed.error?.message).toContain("no rows");
    const unknown = await place.ended(await place.trigger(await place.createJob(app, "unknown")));
    expect(unknown.error?.code).toBe("executor_refused");
  },

  async "is killed, and its log comes while it runs"(place, app, expect) {
    const cancelled = await place.trigger(await place.createJob(app, "wait"));
    await place.logged(cancelled, "tick 3");
    await place.cancel(cancelled);
    expect((await place.ended(cancelled)).state).toBe("Cancelled");
  },

  async "runs out of time"(place, app, expect) {
    const late = await place.createJob(app, "late", { timeoutMs: 1000 }, { handler: "wait" });
    expect(await place.ended(await place.trigger(late))).toMatchObject({
      state: "Terminated",
      error: { code: "timeout" },
    });
  },
};

const UNLIMITED = { maxConcurrency: null, routing: { strategy: "first" } };

/** What clients do with a run that comes while one of its job goes on, where the job leaves that to them. */
const STRATEGIES: readonly Scenario[] = [
  async (place, app, expect) => {
    const work = { handler: "wait", blockStrategy: "DISCARD_LATER" };
    const job = await place.createJob(app, "discard", UNLIMITED, work);
    const going = await place.trigger(job);
    await place.logged(going, "tick 1");
    const discarded = await place.ended(await place.trigger(job));
    expect(discarded).toMatchObject({ state: "Terminated", error: { code: "executor_refused" } });
    await place.cancel(going);
  },
  async (place, app, expect) => {
    const work = { handler: "wait", blockStrategy: "COVER_EARLY" };
    const job = await place.createJob(app, "cover", UNLIMITED, work);
    const covered = await place.trigger(job);
    await place.logged(covered, "tick 1");
    const later = await place.trigger(job);
    expect(await place.ended(covered)).toMatchObject({ error: { code: "executor_failed" } });
    await place.logged(later, "tick 1");
    await place.cancel(later);
  },
  async (place, app, expect) => {
    const work = { handler: "wait", blockStrategy: "SERIAL_EXECUTION" };
    const job = await place.createJob(app, "serial", UNLIMITED, work);
    const first = await place.trigger(job);
    await place.logged(first, "tick 1");
    const queued = await place.trigger(job);
    await place.logged(queued, "Sending run");
    await place.logged(first, "tick 5");
    expect(await place.log(queued)).not.toContain("tick");
    // At once: a client that is told to end one ends what it has queued behind it too.
    await Promise.all([place.cancel(first), place.cancel(queued)]);
    for (const id of [first, queued]) expect((await place.ended(id)).state).toBe("Cancelled");
  },
];

export const leavesToExecutor: Scenario = async (place, app, expect) => {
  await Promise.all(STRATEGIES.map((strategy) => strategy(place, app, expect)));
};
