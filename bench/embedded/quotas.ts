import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import type { Figure } from "./figures.ts";
import { triggerInBulk, triggerOneByOne } from "./triggers.ts";

const JOBS = 4000;
const ROUNDS = 15;
const AIM = "≤ 5 %";
const UNLIMITED = { maxJobs: null, maxWaitingRuns: null, maxWaitingBytes: null };

/**
 * What the quotas of an app cost: the same runs with the default quotas and with none, in turns, so that a busy machine slows
 * both. Processor time, because wall time on a shared machine says what else it does.
 */
export async function measureQuotas(): Promise<readonly Figure[]> {
  return [
    { what: "processor time of quotas, triggered one by one", value: await cost(triggerOneByOne), aim: AIM },
    { what: "processor time of quotas, triggered in batches", value: await cost(triggerInBulk), aim: AIM },
  ];
}

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

function start(quotas: Partial<typeof UNLIMITED>): Promise<Embedded> {
  const noop = defineTriggeredJob({
    key: "noop",
    maxConcurrency: null,
    retention: { maxInstances: 1_000_000 },
    execute: () => {},
  });
  return startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [noop],
    scheduler: { quotas },
  });
}

async function cost(produce: typeof triggerInBulk): Promise<string> {
  const [limited, unlimited] = [await start({}), await start(UNLIMITED)];
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Who begins changes too: garbage of one is collected in the other's turn.
    const order = round % 2 === 0 ? [limited, unlimited] : [unlimited, limited];
    const spent = new Map<Embedded, number>();
    for (const embedded of order) spent.set(embedded, await processorMs(embedded, produce, round));
    ratios.push((spent.get(limited) ?? 0) / (spent.get(unlimited) ?? 1));
  }
  await limited.close();
  await unlimited.close();
  // The first rounds also warm the engine up.
  const sorted = ratios.slice(3).toSorted((one, other) => one - other);
  const percent = (at: number): string =>
    `${(100 * ((sorted[Math.floor(at * sorted.length)] ?? 1) - 1)).toFixed(1)} %`;
  return `median ${percent(0.5)} (quartiles ${percent(0.25)} to ${percent(0.75)})`;
}

async function processorMs(
  embedded: Embedded,
  produce: typeof triggerInBulk,
  round: number,
): Promise<number> {
  const begun = process.cpuUsage();
  await produce(embedded.scheduler, JOBS);
  while ((await embedded.scheduler.overview()).counts.Succeeded < JOBS * round) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
