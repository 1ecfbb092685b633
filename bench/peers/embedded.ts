import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite, type SqliteOptions } from "@mojob/sqlite";
import { pause, preciseNow } from "../embedded/figures.ts";
import { type Contender, inParallel, ownCpuMicros, type Rate, rateOf } from "./contender.ts";

const IDLE_MS = 20;
const START_MS = 2000;
const LOOK_MS = 5;

/** The embedded scheduler on a SQLite file, or in memory. */
export function embeddedOn(name: string, options: SqliteOptions | null): Contender {
  const rate = (jobs: number, produce: (embedded: Embedded) => Promise<void>): Promise<Rate> =>
    withEmbedded(options, {}, async (embedded) => {
      await embedded.scheduler.instances.trigger("noop", {});
      await finished(embedded, 1);
      return rateOf(jobs, ownCpuMicros, async () => {
        await produce(embedded);
        await finished(embedded, jobs + 1);
      });
    });
  return {
    name,
    oneByOne: (jobs, inFlight) =>
      rate(jobs, ({ scheduler: { instances } }) =>
        inParallel(jobs, inFlight, (n) => instances.trigger("noop", { args: { n } })),
      ),
    inBulk: (jobs, batch) =>
      rate(jobs, async ({ scheduler: { instances } }) => {
        for (let start = 0; start < jobs; start += batch)
          await instances.triggerMany(
            "noop",
            Array.from({ length: batch }, (_, index) => ({ args: { n: start + index } })),
          );
      }),
    async idle(jobs) {
      const begins: number[] = [];
      return withEmbedded(options, { onRun: () => void begins.push(preciseNow()) }, async (embedded) => {
        const waits: number[] = [];
        for (let index = 1; index <= jobs; index += 1) {
          const before = preciseNow();
          await embedded.scheduler.instances.trigger("noop", {});
          await finished(embedded, index);
          waits.push((begins.at(-1) ?? Number.NaN) - before);
          await pause(IDLE_MS);
        }
        return waits;
      });
    },
    async firing(jobs, seconds) {
      const late: number[] = [];
      const onFire = (nominalMs: number): void => void late.push(preciseNow() - nominalMs);
      return withEmbedded(options, { firing: jobs, onFire }, async () => {
        await pause(START_MS);
        late.length = 0;
        await pause(seconds * 1000);
        return [...late];
      });
    },
  };
}

export interface BenchJobs {
  readonly onRun?: () => void;
  /** Jobs that are due each second. @default 0 */
  readonly firing?: number;
  readonly onFire?: (nominalMs: number) => void;
}

/** A scheduler on a file of its own. */
export async function withEmbedded<Result>(
  options: SqliteOptions | null,
  { onRun = () => {}, firing = 0, onFire = () => {} }: BenchJobs,
  use: (embedded: Embedded) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-bench-"));
  const stores = options === null ? null : await openSqlite(join(folder, "mojob.db"), options);
  const retention = { maxInstances: 1_000_000 };
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    ...(stores !== null && { store: stores.store, state: stores.state }),
    jobs: [
      defineTriggeredJob({ key: "noop", maxConcurrency: null, retention, execute: onRun }),
      ...Array.from({ length: firing }, (_, index) =>
        defineRecurringJob({
          key: `tick-${index}`,
          cron: "* * * * * *",
          maxConcurrency: null,
          execute: ({ trigger }) => onFire(trigger.nominalTime?.getTime() ?? Number.NaN),
        }),
      ),
    ],
  });
  try {
    return await use(embedded);
  } finally {
    await embedded.close();
    await stores?.close();
    rmSync(folder, { recursive: true });
  }
}

/** Waits until so many runs are recorded as succeeded. */
export async function finished({ scheduler }: Embedded, count: number): Promise<void> {
  while ((await scheduler.overview()).counts.Succeeded < count) await pause(LOOK_MS);
}
