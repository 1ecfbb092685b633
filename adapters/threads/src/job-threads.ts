import type { IMoJobThreads } from "@mojob/core/engine";
import { type PoolOptions, ThreadPool } from "./pool/thread-pool.ts";
import { ThreadRunner } from "./thread-runner.ts";

export type JobThreadsOptions = PoolOptions;

/**
 * Makes threads for the jobs that state `isolation: "thread"`: their code may compute for as long as it likes, and is
 * ended with its thread when it ignores its signal. Threads are started as they are needed and used again; idle ones do
 * not keep the process alive.
 *
 * @example
 * ```ts
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { jobThreads } from "@mojob/threads";
 *
 * const { close } = await startEmbedded({ app: "ledger", jobs: [], threads: jobThreads({ max: 4, memoryMb: 512 }) });
 * await close();
 * ```
 */
export function jobThreads(options: JobThreadsOptions = {}): IMoJobThreads {
  const pool = new ThreadPool(options);
  return { runnerFor: (modules) => new ThreadRunner(modules, pool), close: () => pool.close() };
}
