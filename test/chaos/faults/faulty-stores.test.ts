import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPEN_STATES } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, onTestFinished, test } from "vitest";
import { checkEvidence } from "../checker/check-evidence.ts";
import { countOccurrences } from "../checker/occurrences.ts";
import { collectEvidence, readCursor } from "../harness/collect-evidence.ts";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { followIntoFile } from "../ledger/followed-runs.ts";
import { CHAOS_JOBS, chaosJobs } from "../programs/chaos-jobs.ts";
import { faultyStores } from "./faulty-stores.ts";
import { seededRandom } from "./seeded-random.ts";

const TENANT = "default";
const RUNS = 100;

/** Moves the clock on until the work is done: a timer of a clock that stands still never fires. */
async function passUntilDone<Answer>(clock: FakeClock, work: Promise<Answer>): Promise<Answer> {
  const underWay = new Set([work]);
  const settled = work.finally(() => underWay.delete(work));
  settled.catch(() => {});
  for (let seconds = 0; seconds < 300 && underWay.size > 0; seconds += 1) await clock.advance(1000);
  if (underWay.size > 0) throw new Error("It took longer than five minutes of the clock");
  return settled;
}

test.each([1, 2, 3, 4])(
  "everything comes to its end, once, on a store that fails every fifth call before, after or instead of returning (seed %i)",
  async (seed) => {
    const clock = createFakeClock();
    const real = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory({ clock }) };
    const counts = { before: 0, after: 0, instead: 0 };
    let isOn = false;
    const random = seededRandom(seed);
    const stores = faultyStores(real, { random, clock, counts, timeoutMs: 2000, isOn: () => isOn });
    const folder = await mkdtemp(join(tmpdir(), "mojob-faulty-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const ledgerPath = join(folder, "ledger.jsonl");
    const ledger = new EffectLedger(ledgerPath, "embedded", clock);
    const embedded = await startEmbedded({
      app: "chaos",
      jobs: chaosJobs(ledger, clock),
      followers: [followIntoFile(ledgerPath)],
      ...stores,
      clock,
      worker: { abortGraceMs: 500 },
      onError: () => {},
    });
    onTestFinished(() => {
      isOn = false;
      return passUntilDone(clock, embedded.close());
    });
    const [worker] = await embedded.scheduler.workers();
    const owedFromMs = clock.now().getTime();
    isOn = true;

    // Without a response the caller asks again, under the same key.
    const trigger = async (index: number): Promise<void> => {
      for (;;) {
        try {
          const jobKey = ["mail", "pair", "long", "deaf"][index % 4] ?? "mail";
          await embedded.scheduler.instances.trigger(jobKey, { idempotencyKey: `k${index}` });
          return;
        } catch {
          await new Promise<void>((resolve) => clock.setTimer(resolve, 300));
        }
      }
    };
    const triggers = Array.from({ length: RUNS }, (_, index) => trigger(index));
    await clock.advance(90_000);
    await passUntilDone(clock, Promise.all(triggers));
    const owedToMs = clock.now().getTime();
    isOn = false;
    // What is owed is recorded first: another schedule owes nothing from before, and a pause would hold what waits.
    await clock.advance(5000);
    const { jobs } = embedded.scheduler;
    for (const { key } of CHAOS_JOBS.filter(({ periodMs }) => periodMs !== null)) {
      const { definition } = await jobs.get(key);
      await passUntilDone(clock, jobs.update(key, { cron: null, schedules: [] }, definition.revision));
    }
    isOn = true;
    const isAtRest = async (): Promise<boolean> => {
      const cursor = await readCursor(real.state, TENANT);
      const open = await real.store.queries.count({ tenant: TENANT, states: OPEN_STATES }, 1);
      return open === 0 && cursor !== null && cursor.getTime() > owedToMs;
    };
    for (let tries = 0; tries < 30 && !(await isAtRest()); tries += 1) await clock.advance(10_000);
    // What failed to be followed comes again with the next pass.
    for (let tries = 0; tries < 10; tries += 1) await clock.advance(10_000);

    const evidence = await collectEvidence({
      tenant: TENANT,
      stores: real,
      ledgerPath,
      driver: { answers: [], sightings: [] },
      executors: new Map([[worker?.id ?? "", ["embedded"]]]),
      owedFromMs,
      owedToMs: owedToMs - 1000,
      skewMs: 0,
    });
    expect(checkEvidence(evidence)).toEqual([]);
    expect(Math.min(counts.before, counts.after, counts.instead)).toBeGreaterThan(10);
    const { fires, runsDone, skips, timeouts } = countOccurrences(evidence);
    expect(Math.min(fires, runsDone, skips, timeouts)).toBeGreaterThan(0);
  },
  60_000,
);
