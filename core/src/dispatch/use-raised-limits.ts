import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import { waitsForSlot } from "../model/instance/lane.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { hasRaisedLimits } from "../model/waiting/raised-limits.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import { dispatchAgain, type DispatchAgainOptions } from "./dispatch-again.ts";
import { giveTurns } from "./give-turns.ts";
import { readWaiting } from "./read-waiting.ts";

const STATES: readonly JobState[] = ["Enqueued", "Failed"];
const PAGE = 250;

export interface UseRaisedLimitsOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "firstWaiting" | "update">;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
  /** Called with what went wrong: the edit is in force, and the reconciler hands over what was not. */
  readonly onError: (error: unknown) => void;
}

/** Hands over the runs that wait for slots of a job and may begin since an edit raised its limits. */
export async function useRaisedLimits(
  before: JobDefinition,
  after: JobDefinition,
  options: UseRaisedLimitsOptions,
): Promise<void> {
  if (!hasRaisedLimits(before.options, after.options)) return;
  try {
    const { maxConcurrency, rateLimit, concurrencyKey } = after.options;
    const isUnlimited = maxConcurrency === null && rateLimit.max === null;
    // All of its runs wait in one lane, however many they are.
    const hasOneLane = before.options.concurrencyKey === "" && concurrencyKey === "";
    if (!isUnlimited && hasOneLane) return await giveTurns([after.key], options);
    for await (const runs of parked(after, options)) {
      if (isUnlimited) await dispatchAgain(runs, options);
      else await giveTurns(new Set(runs.map(({ lane }) => lane)), options);
    }
  } catch (error) {
    options.onError(error);
  }
}

async function* parked(
  { key }: JobDefinition,
  { tenant, store, clock }: UseRaisedLimitsOptions,
): AsyncGenerator<readonly JobInstance[]> {
  let runs: JobInstance[] = [];
  for await (const run of readWaiting(store, { tenant, jobKey: key }, STATES, clock.now())) {
    if (!waitsForSlot(run)) continue;
    runs.push(run);
    if (runs.length < PAGE) continue;
    yield runs;
    runs = [];
  }
  if (runs.length > 0) yield runs;
}
