import type { ExpectStatic } from "vitest";
import type { StoryPlace } from "./story-place.ts";

type Scenario = (place: StoryPlace, app: string, expect: ExpectStatic) => Promise<void>;

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
