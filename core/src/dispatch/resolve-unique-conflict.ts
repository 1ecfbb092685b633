import type { Clock } from "../base/clock.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { cancelWaiting } from "../model/instance/transitions.ts";
import { laneOfRun, type NewRun } from "../model/instance/new-run.ts";
import { canDebounce, debounce, freeKey, isDebounced } from "../model/unique/debounce.ts";
import { canTakeOver, mayReplace, postponeTo, sharesTerms, takeOver } from "../model/unique/take-over.ts";
import { hasBegun, leaveKey } from "../model/unique/running-key.ts";
import { Unique } from "../model/option/value/unique.ts";
import { ReasonCode } from "../model/reason.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { CreatedRun } from "./created-run.ts";
import { runsInTheWay } from "./runs-in-the-way.ts";

export interface SettleTakenOptions {
  readonly store: Pick<IMoInstanceStore, "getByUniqueKey" | "update">;
  readonly clock: Clock;
  /** Records a run as the creator does, and settles again what it finds taken. */
  readonly insert: (run: NewRun) => Promise<CreatedRun>;
}

/**
 * Decides about a run whose unique key another one has. A fire, and a run that a workflow delivers already, needs a record of its own:
 * those are recorded as skipped, whatever the job says.
 */
export async function resolveUniqueConflict(
  run: NewRun,
  other: JobInstance,
  options: SettleTakenOptions,
): Promise<CreatedRun> {
  const { clock, insert } = options;
  const { unique } = run.definition.options;
  const needsRecord = run.trigger.nominalTime !== undefined || run.carriedBy !== undefined;
  if (isDebounced(run)) return settleDebounced(run, other, options);
  if (unique === Unique.Existing && !needsRecord) return { instance: other, created: false };
  if (mayReplace(run)) {
    const now = clock.now();
    // It waits for the other's end, under the key that the other leaves it.
    if (hasBegun(other)) return (await follow(other, options)) ? insert(run) : skipped(run, other, options);
    const folded =
      canTakeOver(other, laneOfRun(run)) && sharesTerms(other, run)
        ? await fold(other, postponeTo(takeOver(other, run.args, now), run.dueAt), options)
        : await supersede(other, run, options);
    // It has begun or ended meanwhile: the key is free, or another look says what becomes of this one.
    return folded ?? insert(run);
  }
  return skipped(run, other, options);
}

function skipped(run: NewRun, other: JobInstance, { insert }: SettleTakenOptions): Promise<CreatedRun> {
  const skipReason = { code: ReasonCode.NotUnique, parameters: { other: other.id } } as const;
  return insert({ ...run, skipReason });
}

/**
 * Has a run that has begun leave its key; resolves to whether another look is worth while. It is not where a third one of the key
 * has begun too, which only an edit of the option leaves behind.
 */
async function follow(other: JobInstance, { store, clock }: SettleTakenOptions): Promise<boolean> {
  const [isWritten] = await store.update([leaveKey(other, clock.now())]);
  if (isWritten === true) return true;
  const [third = null] = await runsInTheWay([other], other.tenant, store);
  return third === null;
}

/** The other takes over the arguments and is postponed; one that has begun gives its key to this run. */
async function settleDebounced(
  run: NewRun,
  other: JobInstance,
  options: SettleTakenOptions,
): Promise<CreatedRun> {
  const { store, clock, insert } = options;
  const now = clock.now();
  if (!canDebounce(other, run)) {
    await store.update([freeKey(other, now)]);
    return insert(run);
  }
  const folded = await fold(other, debounce(other, run, now), options);
  // It was enqueued, has begun or ended meanwhile: another look says what becomes of this one.
  if (folded === null) return insert(run);
  if (run.carriedBy === undefined) return folded;
  const skipReason = { code: ReasonCode.Debounced, parameters: { other: other.id } } as const;
  return insert({ ...run, skipReason });
}

/** Ends the run that waits, which frees its key for the newer one. */
async function supersede(
  other: JobInstance,
  { id }: NewRun,
  { store, clock }: SettleTakenOptions,
): Promise<null> {
  const reason = { code: ReasonCode.Replaced, parameters: { by: id } } as const;
  await store.update([cancelWaiting(other, clock.now(), reason)]);
  return null;
}

/** Resolves to the run that has taken over another one's arguments; `null` where it is not as it was. */
async function fold(
  other: JobInstance,
  change: InstanceChange,
  { store }: SettleTakenOptions,
): Promise<CreatedRun | null> {
  const [isWritten] = await store.update([change]);
  if (isWritten !== true) return null;
  const { uniqueKey: _, ...set } = change.set;
  return { instance: { ...other, ...set, updatedAt: change.at }, created: false };
}
