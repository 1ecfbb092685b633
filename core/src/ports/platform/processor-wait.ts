/** Where Linux says how long the calling thread has waited for a processor (https://docs.kernel.org/scheduler/sched-stats.html). */
export const PROCESSOR_WAIT_FILE = "/proc/thread-self/schedstat";

/** The milliseconds for which a thread was ready to run and got no processor, of the text of `PROCESSOR_WAIT_FILE`; `null` where it has none. */
export function parseProcessorWait(text: string): number | null {
  const [, waitedNs] = /^\d+ (\d+) \d+\s*$/.exec(text) ?? [];
  return waitedNs === undefined ? null : Number(waitedNs) / 1_000_000;
}
