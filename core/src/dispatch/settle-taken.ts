import type { Clock } from "../base/clock.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { laneOfRun, type NewRun } from "../model/instance/new-run.ts";
import { canTakeOver, takeOver } from "../model/unique/take-over.ts";
import { Unique } from "../model/option/value/unique.ts";
import { ReasonCode } from "../model/reason.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { CreatedRun } from "./created-run.ts";

export interface SettleTakenOptions {
  readonly store: Pick<IMoInstanceStore, "update">;
  readonly clock: Clock;
  /** Records a run as the creator does, and settles again what it finds taken. */
  readonly insert: (run: NewRun) => Promise<CreatedRun>;
}

/**
 * What becomes of a run whose unique key another one has. A fire, and a run that a workflow delivers already, needs a record
 * of its own: those are recorded as skipped, whatever the job says.
 */
export async function settleTaken(
  run: NewRun,
  other: JobInstance,
  { store, clock, insert }: SettleTakenOptions,
): Promise<CreatedRun> {
  const { unique } = run.definition.options;
  const needsRecord = run.trigger.nominalTime !== undefined || run.carriedBy !== undefined;
  if (unique === Unique.Existing && !needsRecord) return { instance: other, created: false };
  if (unique === Unique.Replace && !needsRecord && canTakeOver(other, laneOfRun(run))) {
    const change = takeOver(other, run.args, clock.now());
    const [isWritten] = await store.update([change]);
    if (isWritten === true)
      return { instance: { ...other, ...change.set, updatedAt: change.at }, created: false };
    // It has begun or ended meanwhile: the key is free, or another look says what becomes of this one.
    return insert(run);
  }
  const skipReason = { code: ReasonCode.NotUnique, parameters: { other: other.id } } as const;
  return insert({ ...run, skipReason });
}
