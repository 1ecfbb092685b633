import { expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { aRequester } from "@mojob/test-fixtures/requester";
import { anExecutor } from "@mojob/test-fixtures/world";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { readApps } from "./read-apps.ts";

const NONE = {
  Scheduled: 0,
  Enqueued: 0,
  Processing: 0,
  Succeeded: 0,
  Failed: 0,
  Terminated: 0,
  Cancelled: 0,
  Skipped: 0,
};
const minute = { at: new Date(0), succeeded: 6, terminated: 2, cancelled: 2, skipped: 100 };

test("readApps() says how long what waits takes at the pace of the last minutes", async () => {
  const clock = createFakeClock();
  const waiting: Record<string, number> = { busy: 40, idle: 0, stuck: 3 };
  const asked: Date[] = [];
  const read = (scope: string | null) =>
    readApps(aRequester(scope), {
      tenant: "default",
      clock,
      cache: { getAll: async () => ["busy", "stuck"].map((app) => aDefinition({ app, key: app })) } as never,
      workers: async () => [anExecutor({ app: "busy" }), anExecutor({ app: "idle" })],
      state: { get: async () => null, list: async () => [] },
      store: {
        statistics: {
          countByState: async (_, app = "") => ({ ...NONE, Enqueued: waiting[app] ?? 0, Processing: 1 }),
          countWaiting: async (_, app) => waiting[app] ?? 0,
          completions: async (_, since, app) => (asked.push(since), app === "busy" ? [minute, minute] : []),
        },
      },
    });
  const common = { workers: 1, missing: [], jobs: 1, running: 1, stopped: null };
  const busy = { ...common, app: "busy", waiting: 40, endedPerMinute: 4, drainMs: 600_000 };
  expect(await read(null)).toEqual([
    busy,
    { ...common, app: "idle", jobs: 0, waiting: 0, endedPerMinute: 0, drainMs: 0 },
    { ...common, app: "stuck", workers: 0, waiting: 3, endedPerMinute: 0, drainMs: null },
  ]);
  expect(asked[0]).toEqual(new Date(clock.now().getTime() - 300_000));
});
