import { defineTriggeredJob, type JobOptions, type WorkerOptions } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, percentile, perSecond } from "./figures.ts";
import { BATCH, finished } from "./triggers.ts";

const RUNS = 10_000;
const LIMIT = 10;
const KEYS = 100;
const ROUNDS = 3;

interface Way {
  readonly what: string;
  readonly options: Partial<JobOptions>;
  readonly worker?: WorkerOptions;
  /** Of the arguments. @default 100 */
  readonly keys?: number;
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
  },
  {
    what: `maxConcurrency ${LIMIT}, whenFull "queue", fairness between ${KEYS} keys`,
    options: { maxConcurrency: LIMIT, whenFull: "queue", fairness: { by: "args" } },
  },
  {
    what: `maxConcurrency ${LIMIT} for each of ${KEYS} keys, whenFull "queue"`,
    options: { maxConcurrency: LIMIT, whenFull: "queue", concurrencyKey: "args" },
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

/** 10,000 triggers at once of a job that does nothing, from the first call to the last run recorded as finished, in turns. */
export async function measureQueueing(): Promise<readonly Figure[]> {
  const rates = new Map<Way, number[]>(WAYS.map((way) => [way, []]));
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAYS) rates.get(way)?.push(await run(way, waits));
  const best = Math.max(...(rates.get(UNLIMITED) ?? []));
  const figures = WAYS.map((way): Figure => {
    const found = rates.get(way) ?? [];
    const share = Math.round((Math.max(...found) / best) * 100);
    return { what: `jobs/s, ${way.what}`, value: `${found.join(" / ")} (best: ${share} %)`, aim: "" };
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

async function run({ options, worker = {}, keys = KEYS }: Way, waits: number[]): Promise<number> {
  const isQueue = options.whenFull === "queue" && options.concurrencyKey === undefined;
  const ends: number[] = [];
  let begun = 0;
  const embedded = await startEmbedded({
    app: "bench",
    inMemory: true,
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
        },
      }),
    ],
  });
  const begin = performance.now();
  for (let start = 0; start < RUNS; start += BATCH)
    await embedded.scheduler.instances.triggerMany(
      "noop",
      Array.from({ length: BATCH }, (_, index) => ({ args: (start + index) % keys })),
    );
  await finished(embedded.scheduler, RUNS);
  const rate = perSecond(RUNS, performance.now() - begin);
  await embedded.close();
  return rate;
}
