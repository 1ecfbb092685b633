import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, ms, pause, percentile, preciseNow } from "./figures.ts";

const SINGLE_JOBS = 200;
const DELAYED_JOBS = 500;
const DELAY_MS = 3000;

/** W2: single jobs on an idle system, trigger call → handler begins. */
export async function measureBegin(): Promise<readonly Figure[]> {
  const waits: number[] = [];
  let begun = Promise.withResolvers<void>();
  let calledAt = 0;
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "single",
        execute: () => {
          waits.push(preciseNow() - calledAt);
          begun.resolve();
        },
      }),
    ],
  });
  for (let index = 0; index < SINGLE_JOBS; index += 1) {
    await pause(20 + ((index * 37) % 100));
    begun = Promise.withResolvers<void>();
    calledAt = preciseNow();
    await embedded.scheduler.instances.trigger("single", { args: { n: index } });
    await begun.promise;
  }
  await embedded.close();
  return [
    {
      what: "trigger → begin, idle, p50 / p99",
      value: `${ms(percentile(waits, 0.5))} / ${ms(percentile(waits, 0.99))}`,
      aim: "≤ 0.5 / 3 ms",
    },
  ];
}

/** W4: jobs delayed by the same time, all due together, lateness of the begin. */
export async function measureDelayed(): Promise<readonly Figure[]> {
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  const dueAt = new Map<string, number>();
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "delayed",
        maxConcurrency: null,
        execute: (_args, { instanceId }) => {
          late.push(preciseNow() - (dueAt.get(instanceId) ?? Number.NaN));
          if (late.length === DELAYED_JOBS) all.resolve();
        },
      }),
    ],
  });
  const requests = Array.from({ length: DELAYED_JOBS }, () => ({ delayMs: DELAY_MS }));
  for (const { instance } of await embedded.scheduler.instances.triggerMany("delayed", requests)) {
    if (instance?.scheduledFor) dueAt.set(instance.id, instance.scheduledFor.getTime());
  }
  await all.promise;
  await embedded.close();
  return [
    {
      what: `${DELAYED_JOBS} jobs delayed ${DELAY_MS} ms, late p50 / p99`,
      value: `${ms(percentile(late, 0.5))} / ${ms(percentile(late, 0.99))}`,
      aim: "p99 ≤ 5 ms",
    },
  ];
}
