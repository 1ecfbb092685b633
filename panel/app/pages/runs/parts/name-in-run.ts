import type { Instance } from "../../../api/operations.generated.ts";

type Named = Pick<Instance, "worker" | "workerName" | "routing">;

/** The name of an executor in a run's record, which stays known after it has left. */
export function nameInRun({ worker, workerName, routing }: Named, id: string): string | null {
  if (id === worker && workerName !== null) return workerName;
  const named = [routing?.executor, ...(routing?.refused ?? [])].find((executor) => executor?.id === id);
  return named?.name ?? null;
}
