import { defineTriggeredJob } from "@mojob/core";
import type { RoutingStrategy } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import type { Figure } from "./figures.ts";
import { finished, triggerInBulk, triggerOneByOne } from "./triggers.ts";

const JOBS = 4000;
const ROUNDS = 12;
const STRATEGIES = ["round", "sticky", "busyover"] as const satisfies readonly RoutingStrategy[];

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

/** What a choice costs: the same runs with a strategy and with `any`, in turns, in processor time. */
export async function measureRouting(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const strategy of STRATEGIES) {
    figures.push(
      {
        what: `processor time of ${strategy}, one by one`,
        value: await cost(strategy, triggerOneByOne),
        aim: "",
      },
      {
        what: `processor time of ${strategy}, in batches`,
        value: await cost(strategy, triggerInBulk),
        aim: "",
      },
    );
  }
  return figures;
}

function start(strategy: RoutingStrategy): Promise<Embedded> {
  const noop = defineTriggeredJob({
    key: "noop",
    maxConcurrency: null,
    retention: { maxInstances: 1_000_000 },
    routing: { strategy },
    execute: () => {},
  });
  return startEmbedded({ features: FEATURES, app: "bench", inMemory: true, jobs: [noop] });
}

async function cost(strategy: RoutingStrategy, produce: typeof triggerInBulk): Promise<string> {
  const [routed, any] = [await start(strategy), await start("any")];
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [routed, any] : [any, routed];
    const spent = new Map<Embedded, number>();
    for (const embedded of order) {
      const begun = process.cpuUsage();
      await produce(embedded.scheduler, JOBS);
      await finished(embedded.scheduler, JOBS * round);
      const { user, system } = process.cpuUsage(begun);
      spent.set(embedded, user + system);
    }
    ratios.push((spent.get(routed) ?? 0) / (spent.get(any) ?? 1));
  }
  await routed.close();
  await any.close();
  const sorted = ratios.slice(3).toSorted((one, other) => one - other);
  const percent = (at: number): string =>
    `${Math.round(100 * ((sorted[Math.floor(at * sorted.length)] ?? 1) - 1))} %`;
  return `median ${percent(0.5)} (quartiles ${percent(0.25)} to ${percent(0.75)})`;
}
