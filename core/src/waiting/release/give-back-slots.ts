import { giveBackSlot, isAbandoned } from "../../model/waiting/abandoned.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { waitsForCode } from "../../model/instance/lane.ts";
import type { SlotGiver } from "../../model/reason.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import { moveToLanes } from "../line/move-to-lanes.ts";
import { giveTurns, type GiveTurnsOptions } from "../turns/give-turns.ts";

/** Between the read and the write a run may be cancelled, or its slot given back by another. */
const MOST_TRIES = 5;

export interface GiveBackSlotsOptions extends GiveTurnsOptions {
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "get" | "update">;
  /** Has what somebody else started for a run look at it again, where it waits for the run's end. @default it looks by itself */
  readonly wake?: (retries: readonly JobInstance[]) => Promise<void> | void;
}

/**
 * Gives back the slots that abandoned code holds, and has whatever waited for them begin. Resolves to the runs whose slots
 * were given back by this call.
 */
export async function giveBackSlots(
  attempts: readonly Pick<AttemptRef, "id" | "attempt">[],
  giver: SlotGiver,
  options: GiveBackSlotsOptions,
): Promise<readonly JobInstance[]> {
  const { tenant, store, clock } = options;
  const byId = new Map(attempts.map((one) => [one.id, one]));
  const given: string[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const left = [...byId.keys()].filter((id) => !given.includes(id));
    const records = left.length === 0 ? [] : await store.get(tenant, left);
    const blocked = records
      .filter((record) => record !== null)
      .filter(isAbandoned)
      // A worker of the release before knows no mark: where it has begun a retry, the slot is that attempt's.
      .filter(({ state }) => state !== JobState.Processing)
      .filter(({ id, abandoned }) => abandoned.attempt === byId.get(id)?.attempt);
    if (blocked.length === 0) break;
    const now = clock.now();
    const written = await store.update(blocked.map((run) => giveBackSlot(run, now, giver)));
    given.push(...blocked.filter((_, index) => written[index] === true).map(({ id }) => id));
  }
  if (given.length === 0) return [];
  // Read once more: a retry that came to wait for its code before the write is not delivered by anything else.
  const runs = (await store.get(tenant, given)).filter((record) => record !== null);
  // Its job may have been edited while its code held the slot: it competes for those of another lane from now on.
  const retries = (await moveToLanes(runs, options)).filter(waitsForCode);
  await dispatchAgain(retries, options);
  if (retries.length > 0) await options.wake?.(retries);
  await giveTurns(
    runs.map(({ lane }) => lane),
    options,
  );
  return runs;
}
