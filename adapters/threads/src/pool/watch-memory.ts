import type { Worker } from "node:worker_threads";
import { repeat, type Repetition } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";

const EVERY_MS = 100;
const MB = 1024 * 1024;

/**
 * Looks at what a thread uses while it runs. V8's own limit is no substitute: a thread that reaches it while it allocates
 * fast ends the whole process. This one has its own gap: a loop that does nothing but allocate may not answer in time.
 * @param onExceeded called once, with what to say about it
 * @returns `null` where there is no limit, or the runtime does not tell
 */
export function watchMemory(
  worker: Worker,
  limitMb: number | null,
  onExceeded: (reason: Error) => void,
): Repetition | null {
  if (limitMb === null || typeof worker.getHeapStatistics !== "function") return null;
  const look = async (): Promise<void> => {
    const { used_heap_size: objects, external_memory: buffers } = await worker.getHeapStatistics();
    if (objects + buffers <= limitMb * MB) return;
    void watch.close();
    onExceeded(new Error(`The run used more than the ${limitMb} MB of its thread`));
  };
  // A thread that has ended meanwhile has nothing to say.
  const watch = repeat(look, { clock: systemClock, everyMs: EVERY_MS, onError: () => {} });
  return watch;
}
