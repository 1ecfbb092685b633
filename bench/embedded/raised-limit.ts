import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, ms, pause, percentile } from "./figures.ts";

const EDITS = 100;
/** The first edits also warm the engine up. */
const WARM_UP = 10;

/** Runs wait for a limit that is raised by one, again and again: from the call of the edit to the begin of the next run. */
export async function measureRaisedLimit(): Promise<readonly Figure[]> {
  const over = Promise.withResolvers<void>();
  let begun = Promise.withResolvers<void>();
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "held",
        maxConcurrency: 1,
        whenFull: "queue",
        execute: () => {
          begun.resolve();
          return over.promise;
        },
      }),
    ],
  });
  const runs = Array.from({ length: EDITS + 1 }, (_, n) => ({ args: { n } }));
  await scheduler.instances.triggerMany("held", runs);
  await begun.promise;
  const waits: number[] = [];
  for (let maxConcurrency = 2; maxConcurrency <= EDITS + 1; maxConcurrency += 1) {
    await pause(5);
    const { definition } = await scheduler.jobs.get("held");
    begun = Promise.withResolvers<void>();
    const editedAt = performance.now();
    await Promise.all([
      begun.promise,
      scheduler.jobs.update("held", { maxConcurrency }, definition.revision),
    ]);
    waits.push(performance.now() - editedAt);
  }
  over.resolve();
  await close();
  const at = (share: number): string => ms(percentile(waits.slice(WARM_UP), share));
  return [
    { what: "a raised limit → the next start, p50 / p99", value: `${at(0.5)} / ${at(0.99)}`, aim: "≤ 50 ms" },
  ];
}
