import { canonicalJson } from "../../base/json.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { isParked, waitsForSlot } from "../../model/instance/lane.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ExecutorRule } from "../../model/option/value/executor-rule.ts";
import { WhenFull } from "../../model/option/value/when-full.ts";
import { hasRaisedLimits } from "../../model/waiting/raised-limits.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { moveToLanes } from "../line/move-to-lanes.ts";
import { DUE_STATES, NOT_BEGUN, openPages } from "../open-runs.ts";
import { giveTurns, type GiveTurnsOptions } from "../turns/give-turns.ts";
import { rejoin } from "./release-held.ts";

/** Another process may have written to a run just now, and its clock may be before this one. */
const CLOCKS_APART_MS = 60_000;

export interface UseEditOptions extends GiveTurnsOptions {
  readonly store: Pick<IMoInstanceStore, "findOpen" | "firstWaiting" | "get" | "update">;
  readonly runtime: Pick<IMoRuntime, "findLost" | "wake">;
  /** Called with what went wrong: the edit is in force, and the reconciler does the rest. */
  readonly onError: (error: unknown) => void;
}

type UseChange = (before: JobDefinition, after: JobDefinition, options: UseEditOptions) => Promise<void>;

/** The changes that let runs go on, in the order in which they are used. */
const CHANGES: readonly UseChange[] = [useOtherRule, useOtherLanes, useRaisedLimits];

/** Has runs that wait go on where an edit of their job lets them; the edit itself is made, also where that fails. */
export async function useEdit(
  before: JobDefinition,
  after: JobDefinition,
  options: UseEditOptions,
): Promise<void> {
  for (const use of CHANGES)
    try {
      await use(before, after, options);
    } catch (error) {
      options.onError(error);
    }
}

/** Releases the runs that no worker was allowed to take, where other workers may run their job now; whatever delivers the others looks again. */
async function useOtherRule(
  before: JobDefinition,
  after: JobDefinition,
  options: UseEditOptions,
): Promise<void> {
  if (isSameRule(before.options.executors, after.options.executors)) return;
  const { tenant, store, clock, runtime } = options;
  const query = { tenant, jobKey: after.key, states: NOT_BEGUN, unmovedSince: clock.now() };
  const lanes: string[] = [];
  for await (const page of openPages(store, query)) {
    const runs = page.filter((run) => !isParked(run));
    if (runs.length === 0) continue;
    const lost = await runtime.findLost(runs);
    lanes.push(...(await rejoin(lost, new Map([[after.key, after]]), options)));
    await runtime.wake?.(runs.filter((run) => !lost.includes(run)));
  }
  await giveTurns(lanes, options);
}

/**
 * Moves the runs of a job that have not begun to the lanes that its new concurrency key gives them, and has those begin that find
 * a free slot there. What has begun keeps its slot in the lane of before until it ends.
 */
async function useOtherLanes(
  before: JobDefinition,
  after: JobDefinition,
  options: UseEditOptions,
): Promise<void> {
  if (before.options.concurrencyKey === after.options.concurrencyKey) return;
  const { tenant, store, clock } = options;
  const unmovedSince = new Date(clock.now().getTime() + CLOCKS_APART_MS);
  /** The newest that waits in each lane. */
  const waiting = new Map<string, JobInstance>();
  for await (const page of openPages(store, { tenant, jobKey: after.key, states: NOT_BEGUN, unmovedSince }))
    for (const run of await moveToLanes(page, options)) if (waitsForSlot(run)) waiting.set(run.lane, run);
  // A delivery of the newest makes room for it, where its job replaces.
  if (after.options.whenFull === WhenFull.Replace) await dispatchAgain([...waiting.values()], options);
  else await giveTurns(waiting.keys(), options);
}

/** Gives turns where a raised limit lets runs begin that wait for slots. */
async function useRaisedLimits(
  before: JobDefinition,
  after: JobDefinition,
  options: UseEditOptions,
): Promise<void> {
  if (!hasRaisedLimits(before.options, after.options)) return;
  const { tenant, store, clock } = options;
  const { maxConcurrency, rateLimit, concurrencyKey } = after.options;
  const isUnlimited = maxConcurrency === null && rateLimit.max === null;
  // All of its runs wait in one lane, however many they are.
  const hasOneLane = before.options.concurrencyKey === "" && concurrencyKey === "";
  if (!isUnlimited && hasOneLane) return giveTurns([after.key], options);
  const query = { tenant, jobKey: after.key, states: DUE_STATES, unmovedSince: clock.now() };
  for await (const page of openPages(store, query)) {
    const runs = page.filter(waitsForSlot);
    if (isUnlimited) await dispatchAgain(runs, options);
    else
      await giveTurns(
        runs.map(({ lane }) => lane),
        options,
      );
  }
}

function isSameRule(before: ExecutorRule, after: ExecutorRule): boolean {
  return (
    before.minVersion === after.minVersion && canonicalJson(before.labels) === canonicalJson(after.labels)
  );
}
