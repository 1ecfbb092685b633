import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, percentile, perSecond } from "./figures.ts";
import { BATCH, IN_FLIGHT, triggerInBulk, triggerOneByOne } from "./triggers.ts";

const JOBS = 20_000;
/** A process compiles what runs often while it runs: that takes a second or two. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 6;

/** W1 and W1b: from the first call to the last run recorded finished, medians of rounds in a process that has run for a while. */
export async function measureThroughput(): Promise<readonly Figure[]> {
  const [oneByOne, bulk] = [await run(triggerOneByOne), await run(triggerInBulk)];
  return [
    { what: `jobs/s, triggered one by one (${IN_FLIGHT} in flight)`, value: oneByOne, aim: "≥ 20 000" },
    { what: `jobs/s, triggered in batches of ${BATCH}`, value: bulk, aim: "≥ 2 × graphile-worker's bulk" },
  ];
}

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

async function run(produce: typeof triggerInBulk): Promise<string> {
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "noop",
        maxConcurrency: null,
        retention: { maxInstances: 1_000_000 },
        execute: () => {},
      }),
    ],
  });
  const rates: number[] = [];
  for (let round = 1; round <= WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const begin = performance.now();
    await produce(embedded.scheduler, JOBS);
    await finished(embedded, JOBS * round);
    rates.push(perSecond(JOBS, performance.now() - begin));
  }
  await embedded.close();
  const warm = rates.slice(WARM_UP_ROUNDS);
  return `${Math.round(percentile(warm, 0.5))} (${Math.min(...warm)} to ${Math.max(...warm)}; the first ${rates[0] ?? 0})`;
}

async function finished({ scheduler }: Embedded, count: number): Promise<void> {
  while ((await scheduler.overview()).counts.Succeeded < count) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
