import type { InstanceSummary } from "../../../api/operations.generated.ts";

type Held = Pick<InstanceSummary, "startedAt" | "completedAt" | "state" | "abandoned">;

/** The runs that held a slot at an instant: those that had begun and not ended, and those whose code goes on. */
export function holdersAt<Run extends Held>(runs: readonly Run[], atMs: number): readonly Run[] {
  return runs.filter(
    ({ startedAt, completedAt, state, abandoned }) =>
      startedAt !== null &&
      Date.parse(startedAt) <= atMs &&
      (abandoned !== null ||
        (completedAt === null ? state === "Processing" : Date.parse(completedAt) >= atMs)),
  );
}

/** How many of these runs were skipped, in percent. */
export function skippedShare(runs: readonly Pick<Held, "state">[]): number {
  const skipped = runs.filter(({ state }) => state === "Skipped").length;
  return runs.length === 0 ? 0 : Math.round((100 * skipped) / runs.length);
}
