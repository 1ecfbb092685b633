import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState, OPEN_STATES } from "../../model/instance/job-state.ts";
import { waitsForSlot } from "../../model/instance/lane.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { WhenFull } from "../../model/option/value/when-full.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { dispatchAgain } from "../dispatch-again.ts";
import { giveTurns, type GiveTurnsOptions } from "../give-turns.ts";
import { readWaiting } from "../read-waiting.ts";
import { moveToLanes } from "../waiting/move-to-lanes.ts";

const NOT_BEGUN = OPEN_STATES.filter((state) => state !== JobState.Processing);
const PAGE = 250;
/** Another process may have written to a run just now, and its clock may be before this one. */
const CLOCKS_APART_MS = 60_000;

export interface UseOtherLanesOptions extends GiveTurnsOptions {
  readonly store: Pick<IMoInstanceStore, "findOpen" | "firstWaiting" | "get" | "update">;
  /** Called with what went wrong: the edit is in force, and the reconciler moves what was not. */
  readonly onError: (error: unknown) => void;
}

/**
 * Moves the runs of a job that have not begun to the lanes that its new concurrency key gives them, and has those begin that find
 * a free slot there. What has begun keeps its slot in the lane of before until it ends.
 */
export async function useOtherLanes(
  before: JobDefinition,
  after: JobDefinition,
  options: UseOtherLanesOptions,
): Promise<void> {
  if (before.options.concurrencyKey === after.options.concurrencyKey) return;
  const { tenant, store, clock, onError } = options;
  const until = new Date(clock.now().getTime() + CLOCKS_APART_MS);
  /** The newest that waits in each lane. */
  const waiting = new Map<string, JobInstance>();
  const move = async (runs: readonly JobInstance[]): Promise<void> => {
    for (const run of await moveToLanes(runs, options)) if (waitsForSlot(run)) waiting.set(run.lane, run);
  };
  try {
    let runs: JobInstance[] = [];
    for await (const run of readWaiting(store, { tenant, jobKey: after.key }, NOT_BEGUN, until)) {
      runs.push(run);
      if (runs.length < PAGE) continue;
      await move(runs);
      runs = [];
    }
    await move(runs);
    // A delivery of the newest makes room for it, where its job replaces.
    if (after.options.whenFull === WhenFull.Replace) await dispatchAgain([...waiting.values()], options);
    else await giveTurns(waiting.keys(), options);
  } catch (error) {
    onError(error);
  }
}
