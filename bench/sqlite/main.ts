import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Figure, ms, percentile, printFigures } from "../embedded/figures.ts";
import { bullmq } from "../peers/bullmq.ts";
import type { Contender, Rate } from "../peers/contender.ts";
import { fireCroner } from "../peers/croner.ts";
import { embeddedOn } from "../peers/embedded.ts";
import { startRedis } from "../peers/redis.ts";
import { measureGaps } from "./gaps.ts";

// npm run sqlite --workspace bench -- [turns] [jobs] [idle] [firing] [gaps]
//
// The embedded scheduler on a SQLite file that waits for the disk at every commit, beside BullMQ on Redis with an append-only
// file that is synced once a second, and croner, which records nothing. All take turns, so that a busy machine is one for each.

const JOBS = 5000;
const BATCH = 500;
const IN_FLIGHT = 50;
const SINGLE_JOBS = 200;
const FIRING_JOBS = 200;
const FIRING_SECONDS = 10;
const ROUNDS = Number(process.argv[2] ?? 3);

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async jobs() {
    printFigures(
      `Jobs a second, one by one, ${IN_FLIGHT} in flight: median (of ${ROUNDS} turns)`,
      rates(await inTurns((one) => one.oneByOne(JOBS, IN_FLIGHT)), "≥ 1.2 × BullMQ"),
    );
    printFigures(
      `Jobs a second, in batches of ${BATCH}: median (of ${ROUNDS} turns)`,
      rates(await inTurns((one) => one.inBulk(JOBS, BATCH)), "≥ 2 × BullMQ"),
    );
  },
  async idle() {
    printFigures(
      "Trigger → begin, idle, p50 / p99 of each turn; of all",
      delays(await inTurns((one) => one.idle(SINGLE_JOBS)), "≤ 5 / 12 ms"),
    );
  },
  async firing() {
    const late = new Map(await inTurns((one) => one.firing(FIRING_JOBS, FIRING_SECONDS)));
    late.set("croner, nothing recorded", [await fireCroner(FIRING_JOBS, FIRING_SECONDS)]);
    printFigures(
      `${FIRING_JOBS} jobs each second, late p50 / p99 of each turn; of all`,
      delays(late, "≤ 12 / 30 ms"),
    );
  },
  async gaps() {
    printFigures("Longest turn of the event loop at 5,000 jobs a second", await measureGaps());
  },
};

const wanted = process.argv.slice(3);
const redis = await startRedis();
const contenders: readonly Contender[] = [
  embeddedOn("SQLite", {}),
  bullmq(redis.port),
  embeddedOn("in memory", null),
];

/** Every contender in turn, as many times as there are rounds. */
async function inTurns<Sample>(
  measure: (contender: Contender) => Promise<Sample>,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const contender of contenders) samples.get(contender.name)?.push(await measure(contender));
  return samples;
}

function rates(samples: ReadonlyMap<string, readonly Rate[]>, aim: string): readonly Figure[] {
  const median = (name: string, of: (rate: Rate) => number): number =>
    percentile((samples.get(name) ?? []).map(of), 0.5);
  return [...samples].map(([name, turns]) => {
    const perSecond = median(name, (rate) => rate.perSecond);
    const cpuMicros = median(name, (rate) => rate.cpuMicros);
    const times = perSecond / median("BullMQ", (rate) => rate.perSecond);
    const cpu = cpuMicros / median("BullMQ", (rate) => rate.cpuMicros);
    const all = turns.map((rate) => rate.perSecond).join(", ");
    return {
      what: name,
      value: `${perSecond} = ${times.toFixed(2)} × BullMQ (${all}); CPU a job ${cpuMicros} µs = ${cpu.toFixed(2)} ×`,
      aim: name === "SQLite" ? aim : "",
    };
  });
}

function delays(
  samples: ReadonlyMap<string, readonly (readonly number[])[]>,
  aim: string,
): readonly Figure[] {
  return [...samples].map(([name, rounds]) => ({
    what: name,
    value: [...rounds, rounds.flat()]
      .map((values) => `${ms(percentile(values, 0.5))} / ${ms(percentile(values, 0.99))}`)
      .join("; "),
    aim: name === "SQLite" ? aim : "",
  }));
}

/** What a sync of the disk takes here: on some machines next to nothing. */
function syncDelays(): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), "mojob-sync-"));
  const file = openSync(join(folder, "file"), "w");
  const waits = Array.from({ length: 200 }, () => {
    const begin = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - begin;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return waits;
}

try {
  const syncs = syncDelays();
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `load ${load.join(", ")}; a sync of the disk takes ${ms(percentile(syncs, 0.5))} / ${ms(percentile(syncs, 0.99))}`,
  );
  for (const [name, measure] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) await measure();
} finally {
  await redis.close();
}
