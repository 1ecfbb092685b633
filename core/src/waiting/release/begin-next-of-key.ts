import type { JobInstance } from "../../model/instance/job-instance.ts";
import { waitsForRun } from "../../model/instance/lane.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { Unique } from "../../model/option/value/unique.ts";
import { waitingKeyOf } from "../../model/unique/running-key.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../../dispatch/dispatch-again.ts";
import { noLongerInTheWay } from "../../dispatch/runs-in-the-way.ts";

export interface BeginNextOfKeyOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "getByUniqueKey" | "update">;
  /** Called with what went wrong: the reconciler hands over what was not. */
  readonly onError: (error: unknown) => void;
}

/**
 * Hands over the run that waits for this one to end, where there is one and this has. Never rejects.
 * @param run as it was while it had its key
 * @returns `null` where none can wait for it, as for most runs
 */
export function beginNextOfKey(
  run: Pick<JobInstance, "jobKey" | "uniqueKey">,
  { options: { unique } }: JobDefinition,
  options: BeginNextOfKeyOptions,
): Promise<void> | null {
  const key = unique === Unique.Replace ? waitingKeyOf(run) : null;
  return key === null ? null : handOverNext(key, options);
}

async function handOverNext(key: string, options: BeginNextOfKeyOptions): Promise<void> {
  const { tenant, store, onError } = options;
  try {
    const [next = null] = await store.getByUniqueKey(tenant, [key]);
    if (next === null || !waitsForRun(next)) return;
    await dispatchAgain(await noLongerInTheWay([next], tenant, store), options);
  } catch (error) {
    onError(error);
  }
}
