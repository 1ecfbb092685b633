import { defineRecurringJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Cron } from "croner";
import { type Figure, ms, percentile, preciseNow } from "./figures.ts";

const JOBS = 200;
const SECONDS = 30;

/** W3: many jobs, each every whole second; ours with every run recorded, croner's with nothing recorded. */
export async function measureFiring(): Promise<readonly Figure[]> {
  const ours = await fireOurs();
  const theirs = await fireCroner();
  return [
    {
      what: `${JOBS} jobs a second for ${SECONDS} s, late p50 / p99`,
      value: `${ms(percentile(ours.late, 0.5))} / ${ms(percentile(ours.late, 0.99))}`,
      aim: "p99 ≤ 10 ms",
    },
    { what: "  fires missed / doubled", value: `${ours.missed} / ${ours.doubled}`, aim: "0 / 0" },
    {
      what: "  croner in the same run, nothing recorded",
      value: `${ms(percentile(theirs, 0.5))} / ${ms(percentile(theirs, 0.99))}`,
      aim: "ours is not later",
    },
  ];
}

async function fireOurs(): Promise<{ late: readonly number[]; missed: number; doubled: number }> {
  const late: number[] = [];
  const fired = new Map<string, number>();
  const jobs = Array.from({ length: JOBS }, (_, index) =>
    defineRecurringJob({
      key: `tick-${index}`,
      cron: "* * * * * *",
      execute: ({ trigger, instanceId }) => {
        late.push(preciseNow() - (trigger.nominalTime?.getTime() ?? Number.NaN));
        fired.set(instanceId, (fired.get(instanceId) ?? 0) + 1);
      },
    }),
  );
  const embedded = await startEmbedded({ features: FEATURES, app: "bench", inMemory: true, jobs });
  await wholeSeconds(SECONDS);
  await embedded.close();
  // Starting and stopping in the middle of a second, each job owes this many fires, give or take the cut ones.
  const doubled = [...fired.values()].filter((times) => times > 1).length;
  const times = new Set([...fired.keys()].map((id) => id.slice(id.indexOf("@"))));
  return { late, doubled, missed: times.size * JOBS - fired.size };
}

async function fireCroner(): Promise<readonly number[]> {
  const late: number[] = [];
  const crons = Array.from(
    { length: JOBS },
    () =>
      new Cron("* * * * * *", () => {
        const now = preciseNow();
        late.push(now - Math.floor(now / 1000) * 1000);
      }),
  );
  await wholeSeconds(SECONDS);
  for (const cron of crons) cron.stop();
  return late;
}

function wholeSeconds(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000 + 500);
  });
}
