import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, ms, pause, percentile, preciseNow } from "../embedded/figures.ts";
import { beginOnAgenda } from "../peers/agenda.ts";

const TURNS = 3;
const JOBS = 100;
const IDLE_MS = 20;

/** Single jobs on an idle system, trigger call → handler begins, in turns with Agenda on the same server. */
export async function measureBegin(database: (name: string) => string): Promise<readonly Figure[]> {
  const own: number[] = [];
  const agenda: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    own.push(...(await begin(database(`begin${turn}`))));
    agenda.push(...(await beginOnAgenda(database(`agenda${turn}`), JOBS, IDLE_MS)));
  }
  const times = percentile(own, 0.5) / percentile(agenda, 0.5);
  return [
    {
      what: "trigger → begin, idle, p50 / p99",
      value: `${shown(own)} = ${times.toFixed(2)} × Agenda (${shown(agenda)})`,
      aim: "≤ 0.8 × Agenda",
    },
  ];
}

async function begin(url: string): Promise<readonly number[]> {
  const { store, state, close } = await connectMongodb(url);
  let begun = Promise.withResolvers<number>();
  const noop = defineTriggeredJob({ key: "noop", execute: () => begun.resolve(preciseNow()) });
  const embedded = await startEmbedded({ features: FEATURES, app: "bench", store, state, jobs: [noop] });
  const waits: number[] = [];
  for (let index = 0; index < JOBS; index += 1) {
    await pause(IDLE_MS);
    begun = Promise.withResolvers();
    const before = preciseNow();
    await embedded.scheduler.instances.trigger("noop", { args: { n: index } });
    waits.push((await begun.promise) - before);
  }
  await embedded.close();
  await close();
  return waits;
}

function shown(waits: readonly number[]): string {
  return `${ms(percentile(waits, 0.5))} / ${ms(percentile(waits, 0.99))}`;
}
