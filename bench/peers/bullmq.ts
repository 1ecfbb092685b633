import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { createId } from "@mojob/core/ports";
import { pause, preciseNow } from "../embedded/figures.ts";
import { type Contender, inParallel, ownCpuMicros, type Rate, rateOf } from "./contender.ts";

/** As in its documentation's examples: every job is kept, and 50 run at a time. */
const CONCURRENCY = 50;
/** Between two jobs of an idle system. */
const IDLE_MS = 20;
const START_MS = 2000;

interface Opened {
  readonly queue: Queue;
  readonly begins: { readonly id: string; readonly at: number }[];
  finished(count: number): Promise<void>;
}

/** BullMQ on a Redis at this port. */
export function bullmq(port: number): Contender {
  const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };

  async function cpuMicros(): Promise<number> {
    const redis = new Redis(connection);
    const info = await redis.info("cpu");
    redis.disconnect();
    const seconds = ["used_cpu_user", "used_cpu_sys"].map((name) =>
      Number(new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]),
    );
    return ownCpuMicros() + seconds.reduce((sum, value) => sum + value) * 1e6;
  }

  async function measure<Result>(use: (opened: Opened) => Promise<Result>): Promise<Result> {
    const name = `bench-${createId(new Date())}`;
    const queue = new Queue(name, { connection });
    const begins: { id: string; at: number }[] = [];
    const progress = { done: 0 };
    const worker = new Worker(name, async (job) => void begins.push({ id: job.id ?? "", at: preciseNow() }), {
      connection,
      concurrency: CONCURRENCY,
    });
    worker.on("completed", () => (progress.done += 1));
    await worker.waitUntilReady();
    try {
      return await use({
        queue,
        begins,
        async finished(count) {
          while (progress.done < count) await pause(5);
        },
      });
    } finally {
      await worker.close();
      await queue.obliterate({ force: true });
      await queue.close();
    }
  }

  const rate = (jobs: number, produce: (queue: Queue) => Promise<void>): Promise<Rate> =>
    measure(async ({ queue, finished }) => {
      await queue.add("noop", {});
      await finished(1);
      return rateOf(jobs, cpuMicros, async () => {
        await produce(queue);
        await finished(jobs + 1);
      });
    });

  return {
    name: "BullMQ",
    oneByOne: (jobs, inFlight) =>
      rate(jobs, (queue) => inParallel(jobs, inFlight, (n) => queue.add("noop", { n }))),
    inBulk: (jobs, batch) =>
      rate(jobs, async (queue) => {
        for (let start = 0; start < jobs; start += batch)
          await queue.addBulk(
            Array.from({ length: batch }, (_, index) => ({ name: "noop", data: { n: start + index } })),
          );
      }),
    idle: (jobs) =>
      measure(async ({ queue, begins, finished }) => {
        const waits: number[] = [];
        for (let index = 1; index <= jobs; index += 1) {
          const before = preciseNow();
          await queue.add("noop", {});
          await finished(index);
          waits.push((begins.at(-1)?.at ?? Number.NaN) - before);
          await pause(IDLE_MS);
        }
        return waits;
      }),
    firing: (jobs, seconds) =>
      measure(async ({ queue, begins }) => {
        for (let index = 0; index < jobs; index += 1)
          await queue.upsertJobScheduler(`tick-${index}`, { pattern: "* * * * * *" }, { name: "tick" });
        await pause(START_MS);
        begins.length = 0;
        await pause(seconds * 1000);
        // The id of a scheduled job ends with the time it is due.
        return begins.map(({ id, at }) => at - Number(id.split(":").at(-1)));
      }),
  };
}
