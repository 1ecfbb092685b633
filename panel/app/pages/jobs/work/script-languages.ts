import type { Worker } from "../../../api/operations.generated.ts";

/** The languages in which workers run scripts. */
export function scriptLanguages(workers: readonly Worker[]): readonly string[] {
  const offers = workers.flatMap(({ runners }) => runners.filter(({ kind }) => kind === "script"));
  return [...new Set(offers.flatMap(({ names }) => names ?? []))].toSorted();
}
