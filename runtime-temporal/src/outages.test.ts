import type { MissedFires } from "@mojob/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRuns, openApi } from "../fixtures/api.ts";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { startFlow } from "../fixtures/flow.ts";
import { type SpawnedProgram, spawnProgram } from "../fixtures/spawned-program.ts";
import { inState, path, until } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";

const OUTAGE_MS = 20_000;
const QUIET = { onError: (): void => {} };
/** How many workers a rolling restart replaces. */
const REPLACED = 4;
/** What is due when all is well again is begun within this: 25 s on a machine that has time. */
const WELL_AGAIN_WITHIN_MS = 60_000;
const TEST_TIMEOUT_MS = 300_000;

async function passed(ms: number): Promise<void> {
  const from = performance.now();
  await until(`${ms} ms to pass`, () => Promise.resolve(performance.now() - from >= ms));
}

/** The fires of a job of every second that a record says were missed, each in seconds. */
function secondsFrom(missed: MissedFires | null): readonly number[] {
  if (missed === null) return [];
  const from = missed.from.getTime() / 1000;
  expect(missed.to.getTime() / 1000 - from).toBe(missed.count - 1);
  return Array.from({ length: missed.count }, (_, index) => from + index);
}

async function end(...programs: readonly SpawnedProgram[]): Promise<void> {
  for (const program of programs) program.kill("SIGTERM");
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(programs.map(() => 0));
}

/** Servers that go away and come back, while work comes in: side by side, for most of it is waiting. */
describe.concurrent("an outage", () => {
  let first: Cluster;
  let second: Cluster;
  let third: Cluster;
  beforeAll(async () => {
    [first, second, third] = await Promise.all([
      startCluster({ temporal: { durable: true } }),
      startCluster({ mongodb: { durable: true } }),
      startCluster(),
    ]);
  });
  afterAll(() => Promise.all([first.close(), second.close(), third.close()]));

  test(
    "of Temporal keeps no caller waiting: runs are taken, those under way end, fires are made up for",
    async ({ onTestFinished }) => {
      onTestFinished(() => first.temporal.restart());
      const shared = first.tenant();
      const { tenant, store } = shared;
      const plane = await startControlPlane({ ...shared, ...QUIET });
      const worker = await spawnProgram("worker-program", shared, { isTicking: true, isMissing: true });
      const api = openApi(plane.scheduler);
      // Longer than the outage, and without a retry: their worker is there all the time.
      const long = await Promise.all(
        ["1", "2", "3"].map((key) => api.trigger("nap", OUTAGE_MS + 15_000, key)),
      );
      for (const { id } of long) await inState(store.instances, tenant, id ?? "", "Processing");
      await until("fires", async () => (await allRuns(store.queries, tenant)).length > 10);

      await first.temporal.stop();
      const flow = startFlow(api, "nap", { everyMs: 250, args: 0 });
      await passed(OUTAGE_MS);
      expect(await api.status("/readyz")).toBe(503);
      expect(await api.status("/api/v1/instances")).toBe(200);
      const asked = await flow.stop();
      await first.temporal.restart();
      const backAtMs = Date.now();
      const after = await api.trigger("nap", 0, "after");

      // Eighty at four a second; a machine with much else to do asks fewer.
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter(({ status }) => status !== 202)).toEqual([]);
      // All of them would wait if one did; a single one may be late for the machine's sake.
      const tookMs = asked.map((one) => one.tookMs).toSorted((one, other) => one - other);
      expect(tookMs[Math.floor(tookMs.length / 2)]).toBeLessThan(2000);
      expect(tookMs.at(-1)).toBeLessThan(OUTAGE_MS);
      for (const { id } of [...asked, after, ...long]) {
        const run = await inState(store.instances, tenant, id ?? "", "Succeeded", "Terminated");
        expect(path(run), run.error?.message).toBe("Enqueued Processing Succeeded");
        if (!long.some((one) => one.id === id))
          expect((run.startedAt?.getTime() ?? 0) - backAtMs).toBeLessThan(WELL_AGAIN_WITHIN_MS);
      }
      const fires = await until("fires of after the outage", async () => {
        const runs = (await allRuns(store.queries, tenant)).filter(({ kind }) => kind === "recurring");
        const isOver = runs.some(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) > Date.now() - 2000);
        return isOver && runs.every(({ state }) => ["Succeeded", "Skipped"].includes(state)) && runs;
      });
      const secondsOf = (jobKey: string, state: string): readonly number[] =>
        fires
          .filter((run) => run.jobKey === jobKey && run.state === state)
          .map(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) / 1000)
          .toSorted((a, b) => a - b);
      for (const jobKey of ["tick.a", "tick.b", "tick.c"]) {
        const seconds = secondsOf(jobKey, "Succeeded");
        expect(seconds).toEqual(seconds.map((_, index) => (seconds[0] ?? 0) + index));
      }
      // A fire is recorded as missed with others, or by itself where it waited for Temporal: every second is decided, and once.
      for (const jobKey of ["tick.fireOnce", "tick.skip"]) {
        const skipped = fires.filter((run) => run.jobKey === jobKey && run.state === "Skipped");
        const records = await store.instances.get(
          tenant,
          skipped.map(({ id }) => id),
        );
        const tooLate = records.filter((run) => run?.reason?.code === "begun_too_late");
        const missed = [
          ...records.flatMap((run) => secondsFrom(run?.missed ?? null)),
          ...tooLate.map((run) => (run?.trigger.nominalTime?.getTime() ?? 0) / 1000),
        ];
        expect(missed.length).toBeGreaterThan(5);
        const decided = [...secondsOf(jobKey, "Succeeded"), ...missed].toSorted((one, other) => one - other);
        expect(decided).toEqual(decided.map((_, index) => (decided[0] ?? 0) + index));
      }
      await end(worker);
      await api.close();
      await plane.close();
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "of MongoDB loses nothing that was acknowledged; a refused call gets an error and may be repeated",
    async ({ onTestFinished }) => {
      onTestFinished(() => second.mongodb.restart());
      const shared = second.tenant();
      const { tenant, store } = shared;
      const plane = await startControlPlane({ ...shared, ...QUIET });
      const worker = await spawnProgram("worker-program", shared, { isTicking: true });
      const api = openApi(plane.scheduler);
      const long = await api.trigger("nap", OUTAGE_MS / 2, "long");
      await inState(store.instances, tenant, long.id ?? "", "Processing");
      const flow = startFlow(api, "nap", { everyMs: 100, args: 0 });
      await until("the flow", () => Promise.resolve(flow.asked.length > 20));

      await second.mongodb.kill();
      await passed(OUTAGE_MS);
      await second.mongodb.restart();
      const backAtMs = Date.now();
      const before = flow.asked.length;
      await until("the flow to go on", () =>
        Promise.resolve(flow.asked.slice(before).filter(({ status }) => status === 202).length > 20),
      );
      const asked = await flow.stop();
      const refused = asked.filter(({ status }) => status !== 202);
      expect(api.unforeseen).toEqual([]);
      expect(refused.length).toBeGreaterThan(20);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
      const again = await Promise.all(refused.map((one) => api.trigger("nap", 0, one.idempotencyKey)));
      expect(again.filter(({ status }) => status !== 202)).toEqual([]);

      const accepted = [...asked.filter(({ status }) => status === 202), ...again, long];
      for (const { id } of accepted) {
        const run = await inState(store.instances, tenant, id ?? "", "Succeeded", "Terminated");
        expect(path(run), run.error?.message).toBe("Enqueued Processing Succeeded");
      }
      const fires = await until("fires of after the outage", async () => {
        const runs = (await allRuns(store.queries, tenant)).filter(({ kind }) => kind === "recurring");
        const isOver = runs.some(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) > backAtMs + 3000);
        return isOver && runs.every(({ state }) => state === "Succeeded") && runs;
      });
      for (const jobKey of ["tick.a", "tick.b", "tick.c"]) {
        const seconds = fires
          .filter((run) => run.jobKey === jobKey)
          .map(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) / 1000)
          .toSorted((a, b) => a - b);
        expect(seconds).toEqual(seconds.map((_, index) => (seconds[0] ?? 0) + index));
      }
      const triggered = (await allRuns(store.queries, tenant)).filter(({ kind }) => kind === "triggered");
      expect(triggered).toHaveLength(asked.length + 1);
      await end(worker);
      await api.close();
      await plane.close();
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "of one worker after another fails no run: they are replaced while work comes in",
    async () => {
      const shared = third.tenant();
      const { tenant, store } = shared;
      const plane = await startControlPlane({ ...shared, ...QUIET });
      const workers = await Promise.all([
        spawnProgram("worker-program", shared),
        spawnProgram("worker-program", shared),
      ]);
      const api = openApi(plane.scheduler);
      const flow = startFlow(api, "nap", { everyMs: 50, args: 400 });
      for (let replaced = 0; replaced < REPLACED; replaced += 1) {
        const some = flow.asked.length + 30;
        await until("some runs", () => Promise.resolve(flow.asked.length > some));
        workers.push(await spawnProgram("worker-program", shared));
        await end(...workers.splice(0, 1));
      }
      const asked = await flow.stop();
      expect(asked.filter(({ status }) => status !== 202)).toEqual([]);
      for (const { id } of asked) {
        const run = await inState(store.instances, tenant, id ?? "", "Succeeded", "Terminated");
        expect(path(run), run.error?.message).toBe("Enqueued Processing Succeeded");
      }
      await end(...workers);
      await api.close();
      await plane.close();
    },
    TEST_TIMEOUT_MS,
  );
});
