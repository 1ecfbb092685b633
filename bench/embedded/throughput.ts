import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, perSecond } from "./figures.ts";

const JOBS = 20_000;
const IN_FLIGHT = 50;
const BATCH = 500;

/** W1 and W1b: from the first call to the last run recorded finished. */
export async function measureThroughput(): Promise<readonly Figure[]> {
  const [oneByOne, bulk] = [await run(triggerOneByOne), await run(triggerInBulk)];
  return [
    { what: "jobs/s, triggered one by one (50 in flight)", value: oneByOne, aim: "≥ 20 000" },
    { what: `jobs/s, triggered in batches of ${BATCH}`, value: bulk, aim: "≥ 2 × graphile-worker's bulk" },
  ];
}

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

async function run(produce: (embedded: Embedded) => Promise<void>): Promise<string> {
  const embedded = await startEmbedded({
    app: "bench",
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
  for (let round = 1; round <= 3; round += 1) {
    const begin = performance.now();
    await produce(embedded);
    await finished(embedded, JOBS * round);
    rates.push(perSecond(JOBS, performance.now() - begin));
  }
  await embedded.close();
  // The first round also warms the engine up.
  return `${rates.slice(1).join(" / ")} (first ${rates[0] ?? 0})`;
}

async function triggerOneByOne({ scheduler }: Embedded): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < JOBS) {
      next += 1;
      await scheduler.instances.trigger("noop", { args: { n: next } });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
}

async function triggerInBulk({ scheduler }: Embedded): Promise<void> {
  for (let start = 0; start < JOBS; start += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, index) => ({ args: { n: start + index } }));
    await scheduler.instances.triggerMany("noop", requests);
  }
}

async function finished({ scheduler }: Embedded, count: number): Promise<void> {
  while ((await scheduler.overview()).counts.Succeeded < count) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
