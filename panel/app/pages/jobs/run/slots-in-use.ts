import type { Instance, JobDetail } from "../../../api/operations.generated.ts";

/** The options of a job that decide whether a run finds no slot. */
export type SlotOptions = Pick<JobDetail["options"], "maxConcurrency" | "concurrencyKey" | "whenFull">;

/** The limit that a run started now would meet and be skipped for; `null` where there is a free slot, it waits, or a key decides. */
export function limitReached(
  { maxConcurrency, concurrencyKey, whenFull }: SlotOptions,
  runs: readonly Pick<Instance, "state">[],
): number | null {
  if (whenFull !== "skip" || maxConcurrency === null || concurrencyKey !== "") return null;
  const running = runs.filter(({ state }) => state === "Processing").length;
  return running >= maxConcurrency ? maxConcurrency : null;
}
