import { defineTriggeredJob, type JobOptions, type WorkerOptions } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { type EmbeddedOptions, startEmbedded } from "@mojob/runtime-local";
import { type Figure, percentile, perSecond } from "./figures.ts";
import { BATCH, finished } from "./triggers.ts";

const RUNS = 10_000;
const LIMIT = 10;
const KEYS = 100;
/** The first rounds also warm the engine up. */
const WARM_UP = 4;

/** Where a round keeps its runs. */
export interface BenchStores {
  readonly parts: Partial<Pick<EmbeddedOptions, "store" | "state">>;
  close(): Promise<void>;
}

export interface QueueingOptions {
  /** @default in memory */
  readonly open?: () => Promise<BenchStores>;
  /** @default 14 */
  readonly rounds?: number;
}

async function inMemory(): Promise<BenchStores> {
  return { parts: {}, close: async () => {} };
}

interface Way {
  readonly what: string;
  readonly options: Partial<JobOptions>;
  readonly worker?: WorkerOptions;
  /** Of the arguments. @default 100 */
  readonly keys?: number;
  readonly aim?: string;
}

const UNLIMITED: Way = { what: "no limit", options: { maxConcurrency: null } };
const WAYS: readonly Way[] = [
  UNLIMITED,
  {
    what: `a worker with ${LIMIT} places`,
    options: { maxConcurrency: null },
    worker: { maxConcurrentRuns: LIMIT },
  },
  {
    what: `maxConcurrency ${LIMIT}, whenFull "queue"`,
    options: { maxConcurrency: LIMIT, whenFull: "queue" },
    aim: "≥ 85 %",
  },
  {
    what: `maxConcurrency ${LIMIT}, whenFull "queue", fairness between ${KEYS} keys`,
    options: { maxConcurrency: LIMIT, whenFull: "queue", fairness: { by: "args" } },
  },
  {
    what: `maxConcurrency ${LIMIT} for each of ${KEYS} keys, whenFull "queue"`,
    options: { maxConcurrency: LIMIT, whenFull: "queue", concurrencyKey: "args" },
    aim: "≥ 85 %",
  },
  {
    what: "unique, each run with a key of its own",
    options: { maxConcurrency: null, unique: "existing", uniqueKey: "args" },
    keys: RUNS,
  },
  {
    what: "a rateLimit that is never reached",
    options: { maxConcurrency: null, rateLimit: { max: 1_000_000, perMs: 60_000 } },
  },
];

interface Sample {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

/**
 * 10,000 triggers at once of a job that does nothing, from the first call to the last run recorded as finished. All ways
 * take turns, each time in another order and after a collection of garbage; each is compared with the one without a limit of
 * its round.
 */
export async function measureQueueing({ open = inMemory, rounds: count = 14 }: QueueingOptions = {}): Promise<
  readonly Figure[]
> {
  const rounds: ReadonlyMap<Way, Sample>[] = [];
  const waits: number[] = [];
  for (let round = 0; round < WARM_UP + count; round += 1) {
    const samples = new Map<Way, Sample>();
    for (const index of WAYS.keys()) {
      const way = WAYS[(index + round) % WAYS.length] as Way;
      globalThis.gc?.();
      const stores = await open();
      samples.set(way, await run(way, stores, waits));
      await stores.close();
    }
    if (round < WARM_UP) waits.length = 0;
    else rounds.push(samples);
  }
  const figures = WAYS.map((way): Figure => {
    const { what, aim = "" } = way;
    const rates = rounds.map((samples) => perSecond(RUNS, samples.get(way)?.elapsedMs ?? 0));
    const value = `${percentile(rates, 0.5)}: ${percents(rounds, way)}`;
    return { what: `jobs/s, ${what}`, value, aim };
  });
  const at = (share: number): string => percentile(waits, share).toFixed(2);
  return [
    ...figures,
    {
      what: "ms from a freed slot to the next start, p50 / p99",
      value: `${at(0.5)} / ${at(0.99)}`,
      aim: "≤ 50",
    },
  ];
}

/** Median and quartiles of the rate in percent of the one without a limit, and the median of the processor time of a run. */
function percents(rounds: readonly ReadonlyMap<Way, Sample>[], way: Way): string {
  const ratios = rounds.map(
    (samples) => (samples.get(UNLIMITED)?.elapsedMs ?? 0) / (samples.get(way)?.elapsedMs ?? 0),
  );
  const at = (share: number): string => (100 * percentile(ratios, share)).toFixed(0);
  const micros = rounds.map((samples) => ((samples.get(way)?.processorMs ?? 0) / RUNS) * 1000);
  return `${at(0.5)} % (${at(0.25)} to ${at(0.75)}), ${percentile(micros, 0.5).toFixed(1)} µs of CPU`;
}

async function run(
  { options, worker = {}, keys = KEYS }: Way,
  { parts }: BenchStores,
  waits: number[],
): Promise<Sample> {
  const isQueue = options.whenFull === "queue" && options.concurrencyKey === undefined;
  const ends: number[] = [];
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    ...parts,
    worker,
    jobs: [
      defineTriggeredJob({
        key: "noop",
        retention: { maxInstances: 1_000_000 },
        ...options,
        execute: () => {
          const now = performance.now();
          // Its slot is the one the run so many starts before gave back.
          if (isQueue && begun >= LIMIT) waits.push(now - (ends[begun - LIMIT] ?? now));
          begun += 1;
          ends.push(now);
          if (begun === RUNS) allBegun.resolve();
        },
      }),
    ],
  });
  const processor = process.cpuUsage();
  const begin = performance.now();
  for (let start = 0; start < RUNS; start += BATCH)
    await embedded.scheduler.instances.triggerMany(
      "noop",
      Array.from({ length: BATCH }, (_, index) => ({ args: (start + index) % keys })),
    );
  await allBegun.promise;
  await finished(embedded.scheduler, RUNS, 0);
  const elapsedMs = performance.now() - begin;
  const { user, system } = process.cpuUsage(processor);
  await embedded.close();
  return { elapsedMs, processorMs: (user + system) / 1000 };
}
