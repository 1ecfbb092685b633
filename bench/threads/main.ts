import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { jobThreads, type JobThreadsOptions } from "@mojob/threads";
import { ms, pause, percentile, preciseNow, printFigures } from "../embedded/figures.ts";
import { stamp } from "./jobs.ts";

const WARM_RUNS = 200;
const COLD_RUNS = 15;

/** Trigger call → the job's code begins in its thread, one run after the other. */
async function measure(runs: number, options: JobThreadsOptions, pauseMs: number): Promise<string> {
  const threads = jobThreads(options);
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "bench",
    jobs: [stamp],
    threads,
  });
  // The first thread loads the code.
  await (await scheduler.trigger("stamp")).result();
  const waits: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await pause(pauseMs);
    const calledAt = preciseNow();
    const started = await scheduler.trigger("stamp");
    waits.push(Number(await started.result()) - calledAt);
  }
  await close();
  await threads.close();
  return `${ms(percentile(waits, 0.5))} / ${ms(percentile(waits, 0.99))}`;
}

printFigures("threads", [
  {
    what: "trigger → begin, a thread that is ready, p50 / p99",
    value: await measure(WARM_RUNS, {}, 20),
    aim: "≤ 5 ms",
  },
  {
    what: "trigger → begin, a thread that has to be started, p50 / p99",
    // With one thread at most and no time for it to rest in, none is ready.
    value: await measure(COLD_RUNS, { max: 1, idleMs: 1 }, 300),
    aim: "",
  },
]);
