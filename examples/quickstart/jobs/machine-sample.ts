import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { loadavg, freemem, totalmem } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RecurringJob, type RecurringJobOptions } from "@mojob/core";

/** With the one file before it, the most that is kept. */
const FULL_BYTES = 1024 * 1024;

interface MachineSample {
  readonly at: string;
  /** Over 1, 5 and 15 minutes. */
  readonly loadAverage: readonly number[];
  readonly freeMemoryBytes: number;
  readonly totalMemoryBytes: number;
  readonly processMemoryBytes: number;
  /** How long the event loop took to come round. */
  readonly eventLoopDelayMs: number;
}

/** Writes down how the machine does, one JSON line a fire. */
export class MachineSampleJob extends RecurringJob {
  static override readonly options: RecurringJobOptions = {
    key: "quickstart.machine-sample",
    name: "Machine sample",
    description:
      "Every 5 seconds: appends load average, memory and event-loop delay as a JSON line to .mojob/machine-samples.jsonl, which starts again at 1 MiB",
    tags: ["quickstart", "recurring"],
    cron: "*/5 * * * * *",
    retention: { maxInstances: 200 },
  };
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  override async execute(): Promise<MachineSample> {
    const sample = await takeSample();
    await mkdir(dirname(this.#file), { recursive: true });
    await this.#rotate();
    await appendFile(this.#file, `${JSON.stringify(sample)}\n`);
    return sample;
  }

  async #rotate(): Promise<void> {
    const file = await stat(this.#file).catch(() => null);
    if (file !== null && file.size >= FULL_BYTES) await rename(this.#file, `${this.#file}.1`);
  }
}

async function takeSample(): Promise<MachineSample> {
  const before = performance.now();
  await nextTurn();
  const eventLoopDelayMs = performance.now() - before;
  return {
    at: new Date().toISOString(),
    loadAverage: loadavg(),
    freeMemoryBytes: freemem(),
    totalMemoryBytes: totalmem(),
    processMemoryBytes: process.memoryUsage().rss,
    eventLoopDelayMs: Math.round(eventLoopDelayMs * 1000) / 1000,
  };
}
