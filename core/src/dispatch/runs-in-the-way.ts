import type { JobInstance } from "../model/instance/job-instance.ts";
import { waitsForCode, waitsForRun } from "../model/instance/lane.ts";
import { runningKeyOf } from "../model/unique/running-key.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";

type Store = Pick<IMoInstanceStore, "getByUniqueKey">;

/** Finds, for runs of a tenant with unique keys, the open run of the same key that has begun before each; `null` where none has. */
export async function runsInTheWay(
  runs: readonly JobInstance[],
  tenant: string,
  store: Store,
): Promise<readonly (JobInstance | null)[]> {
  const keys = runs.map(runningKeyOf);
  const asked = [...new Set(keys.filter((key) => key !== null))];
  if (asked.length === 0) return runs.map(() => null);
  const found = await store.getByUniqueKey(tenant, asked);
  const holders = new Map(asked.map((key, index) => [key, found[index] ?? null]));
  return runs.map(({ id }, index) => {
    const holder = holders.get(keys[index] ?? "") ?? null;
    return holder?.id === id ? null : holder;
  });
}

/** Finds, among runs that wait for a run or for code, those for which that has ended. */
export async function noLongerInTheWay(
  runs: readonly JobInstance[],
  tenant: string,
  store: Store,
): Promise<readonly JobInstance[]> {
  const behind = runs.filter(waitsForRun);
  const others = behind.length === 0 ? [] : await runsInTheWay(behind, tenant, store);
  const free = behind.filter((_, index) => others[index] === null);
  return [...free, ...runs.filter((run) => waitsForCode(run) && run.abandoned === null)];
}
