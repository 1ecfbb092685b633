import { defineTriggeredJob } from "@mojob/core";
import type { EndFollower } from "@mojob/core/engine";
import type { Figure } from "../embedded/figures.ts";
import { type ClusterSettings, type Servers, startCluster } from "./cluster.ts";
import { cpuEachMs, cpuUse } from "./cpu.ts";

const JOBS = 3000;
const BATCH = 500;
const WARM_UP = 500;
/** They take turns, so that a machine that slows down slows all of them down. */
const ROUNDS = 4;

/** What announcing ends costs a run: with a bus that delivers nothing, with no follower, and with one. */
export async function measureEnds(servers: Servers): Promise<readonly Figure[]> {
  const seen = new Set<string>();
  const follower: EndFollower = {
    name: "count",
    follow: async (runs) => runs.forEach(({ id }) => seen.add(id)),
  };
  const settings: Readonly<Record<string, ClusterSettings>> = {
    "no bus": { bus: silent },
    "the default bus, no follower": {},
    "the default bus, a follower": { followers: [follower] },
  };
  const names = Object.keys(settings);
  const costs = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, name] of names.entries())
      costs.get(name)?.push(await measure(servers, `ends-${index}-${round}`, settings[name] ?? {}));
  }
  const [base = Number.NaN] = names.map((name) => median(costs.get(name) ?? []));
  return names.map((name) => {
    const cost = median(costs.get(name) ?? []);
    const more = ((cost / base - 1) * 100).toFixed(1);
    return { what: `CPU ms a job, ${name}`, value: `${cost.toFixed(2)} (${more} % more)`, aim: "< 5 % more" };
  });
}

async function measure(servers: Servers, name: string, settings: ClusterSettings): Promise<number> {
  const noop = defineTriggeredJob({
    key: "noop",
    maxConcurrency: null,
    retention: { maxInstances: 1_000_000 },
    execute: () => {},
  });
  await using cluster = await startCluster(servers, name, [noop], settings);
  const produce = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made += BATCH)
      await cluster.scheduler.instances.triggerMany(
        "noop",
        Array.from({ length: BATCH }, () => ({})),
      );
  };
  await produce(WARM_UP);
  await cluster.ended(WARM_UP);
  const before = cpuUse();
  await produce(JOBS);
  await cluster.ended(WARM_UP + JOBS);
  return cpuEachMs(before, JOBS);
}

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const silent: NonNullable<ClusterSettings["bus"]> = {
  publish: () => Promise.resolve(),
  subscribe: () => Promise.resolve({ resume: () => {}, close: () => Promise.resolve() }),
  close: () => Promise.resolve(),
};
