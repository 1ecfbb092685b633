import { expect, test } from "vitest";
import { aRequester } from "@mojob/test-fixtures/requester";
import { aDefinition, anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import { NO_FACTS } from "../schedule/schedule-facts.ts";
import { readOverview, soonestFires } from "./read-overview.ts";

const inAMinute = new Date(START.getTime() + 60_000);
const pause = { at: START, note: null };

function recurring(key: string, cron: string | null, overrides = {}) {
  return aDefinition({ key, kind: "recurring", options: { cron }, ...overrides });
}

test("readOverview() counts runs, a broadcast with its shards as one, jobs and workers, and sees one app only where it is limited to it", async () => {
  const world = createWorld();
  await world.define(
    aDefinition(),
    recurring("a", "0 0 * * * *"),
    recurring("b", "0 0 * * * *", { pause: { ...pause, until: null } }),
    recurring("c", "0 0 * * * *", { pause: { ...pause, until: START } }),
    aDefinition({ key: "d", app: "ledger", options: { disabled: true } }),
  );
  await world.store.instances.insert([
    anInstance({ id: "1" }),
    aRunningInstance({ id: "2" }),
    anInstance({ id: "3", app: "ledger", jobKey: "d" }),
    aRunningInstance({ id: "~2/#0", trigger: { type: "broadcast", of: "2" }, part: { of: "2", name: "0" } }),
  ]);
  const options = { ...world, tenant: "default", workers: () => Promise.resolve([anExecutor()]) };
  expect(await readOverview(aRequester(), options)).toMatchObject({
    counts: { Enqueued: 2, Processing: 1, Succeeded: 0 },
    jobs: { total: 5, recurring: 3, triggered: 2, paused: 1, disabled: 1 },
    workers: 1,
    running: 2,
  });
  expect(await readOverview(aRequester("ledger"), options)).toMatchObject({
    counts: { Enqueued: 1, Processing: 0 },
    jobs: { total: 1, recurring: 0, triggered: 1, paused: 0, disabled: 1 },
    upcoming: [],
  });
});

test("soonestFires() names the ten soonest, by time and then by key, and none for what does not fire", () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    recurring(`job-${String(11 - index).padStart(2, "0")}`, "0 * * * * *"),
  );
  const fires = soonestFires(
    [...many, recurring("first", "30 * * * * *"), recurring("never", null), aDefinition()],
    START,
    NO_FACTS,
  );
  expect(fires).toHaveLength(10);
  expect(fires[0]).toEqual({ jobKey: "first", name: "Send", at: new Date(START.getTime() + 30_000) });
  expect(fires[1]).toEqual({ jobKey: "job-00", name: "Send", at: inAMinute });
  expect(fires[9]?.jobKey).toBe("job-08");
});
