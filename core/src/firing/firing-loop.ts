import { type Clock, sleep } from "../base/clock.ts";
import { fireId } from "../base/ids.ts";
import type { SchedulerOptions } from "../control/scheduler-options.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import type { CreatedRun, InstanceCreator } from "../instance/instance-creator.ts";
import { TriggerType } from "../instance/job-instance.ts";
import type { NewRun } from "../instance/new-run.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { missesAfter, planFires, type PlannedFire, type PlannedMiss } from "./planner.ts";

/** How far ahead one window plans. */
const WINDOW_MS = 10_000;
const CURSOR_PACE_MS = 1000;
const RETRY_WAIT_MS = 1000;
/** Whoever wakes this late for a fire was stopped, and somebody else may have decided it meanwhile. */
const OVERSLEPT_MS = 1000;
/** The longest sleep: a wall clock that is set forward meanwhile makes no fire later than this. */
const LONGEST_SLEEP_MS = 30_000;

/** Where the state store keeps what was fired up to. */
export function firingCursorKey(tenant: string): string {
  return `mojob/${tenant}/firing/cursor`;
}

/** Where firing has come to; `null` before its first window. */
export async function readFiringCursor(state: IMoStateStore, tenant: string): Promise<Date | null> {
  const entry = await state.get(firingCursorKey(tenant));
  return typeof entry?.value === "string" ? new Date(entry.value) : null;
}

export interface FiringLoopOptions {
  readonly tenant: string;
  readonly clock: Clock;
  readonly cache: JobDefinitionCache;
  readonly creator: InstanceCreator;
  readonly state: IMoStateStore;
  readonly scheduler: SchedulerOptions;
  readonly onError: (error: unknown) => void;
}

/** Where a window left off. */
export interface FiredWindow {
  /** Every fire up to here is recorded. */
  readonly cursor: Date;
  /** The first fire after the window; `null` where none is to come. */
  readonly nextDue: Date | null;
}

/**
 * Makes each recurring job's fires happen: plans a short window, waits for each nominal time, records the runs.
 *
 * The cursor lives in the state store, so that whoever goes on after an outage knows what was missed. Going over a
 * stretch twice is harmless: a fire's id is the same whoever makes it.
 */
export class FiringLoop {
  readonly #options: FiringLoopOptions;
  readonly #cursorKey: string;
  #cursorSavedAtMs = -Infinity;
  /** Aborted when definitions change; made anew before each look at them, so that no change falls in between. */
  #changed = new AbortController();
  #stopListening: (() => void) | null = null;

  constructor(options: FiringLoopOptions) {
    this.#options = options;
    this.#cursorKey = firingCursorKey(options.tenant);
  }

  /** Fires until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    let cursor: Date | null = null;
    while (!signal.aborted) {
      try {
        cursor ??= await this.loadCursor();
        const window: FiredWindow = await this.fireWindow(cursor, signal);
        cursor = window.cursor;
        if (!signal.aborted) await this.#waitUntil(window.nextDue, signal);
      } catch (error) {
        // Nothing is lost: what was recorded after the stored cursor is not recorded again.
        cursor = null;
        this.#options.onError(error);
        await sleep(this.#options.clock, RETRY_WAIT_MS, signal);
      }
    }
    this.#stopListening?.();
    this.#stopListening = null;
  }

  /** Where the last window left off. The very first begins now, and says so at once: from here on fires are owed. */
  async loadCursor(): Promise<Date> {
    const { clock, state } = this.#options;
    const entry = await state.get(this.#cursorKey);
    if (typeof entry?.value === "string") return new Date(entry.value);
    const now = clock.now();
    await state.compareAndSet(this.#cursorKey, entry?.version ?? null, now.toISOString());
    return now;
  }

  /** Fires what is due from the cursor to the end of a window that begins now; ends early when the signal aborts. */
  async fireWindow(from: Date, signal: AbortSignal): Promise<FiredWindow> {
    const { clock, cache } = this.#options;
    this.#stopListening ??= cache.onChange(() => this.#changed.abort());
    const begun = clock.now();
    const to = new Date(begun.getTime() + WINDOW_MS);
    // A clock that was set back has already fired what is ahead of it; the ids keep that from happening twice.
    let cursor = from > begun ? begun : from;
    while (!signal.aborted) {
      this.#changed = new AbortController();
      // Asked first: what changes from here on is seen at the next fire.
      const version = await cache.version();
      const definitions = await cache.getAll();
      const now = clock.now();
      const plan = planFires(definitions, { after: cursor, to, now });
      await this.#recordMisses(plan.misses);
      const firedTo = await this.#fireInTime(plan.fires, { now, to, version }, signal);
      cursor = firedTo.cursor ?? cursor;
      if (firedTo.isComplete) {
        if (clock.now() > cursor)
          cursor = earlier(clock.now(), plan.nextDue === null ? clock.now() : justBefore(plan.nextDue));
        await this.#saveCursor(cursor, true);
        return { cursor, nextDue: plan.nextDue };
      }
    }
    await this.#saveCursor(cursor, true);
    return { cursor, nextDue: null };
  }

  /** Fires each nominal time's jobs when it comes; stops where the rest has to be planned anew. */
  async #fireInTime(
    fires: readonly PlannedFire[],
    planned: { readonly now: Date; readonly to: Date; readonly version: number },
    signal: AbortSignal,
  ): Promise<{ readonly cursor: Date | null; readonly isComplete: boolean }> {
    const { clock, cache, creator } = this.#options;
    const woken = AbortSignal.any([signal, this.#changed.signal]);
    let cursor: Date | null = null;
    // Who stood still past the window's end has planned nothing between that and now, so the cursor must not pass it.
    for (const due of groupByTime(fires, earlier(planned.now, planned.to))) {
      await waitFor(clock, due.at, woken);
      const hasOverslept = due.at > planned.now && clock.now().getTime() - due.at.getTime() > OVERSLEPT_MS;
      // Asked anew at the moment itself: an edit, a pause or a resume that was acknowledged is obeyed.
      if (woken.aborted || hasOverslept || (await cache.version()) !== planned.version)
        return { cursor, isComplete: false };
      if (due.fires.length > 0) await creator.create(due.fires.map((fire) => this.#runOf(fire)));
      cursor = due.at;
      await this.#saveCursor(cursor, false);
    }
    return { cursor, isComplete: !woken.aborted };
  }

  /** Tells of missed fires, but for those a process that vanished had recorded after its cursor was last stored. */
  async #recordMisses(misses: readonly PlannedMiss[]): Promise<void> {
    let untold = misses;
    while (untold.length > 0) {
      const answers = await this.#options.creator.create(untold.map((miss) => missOf(miss)));
      untold = untold.flatMap((miss, index) => {
        const { created, instance } = answers[index] as CreatedRun;
        return created ? [] : (missesAfter(miss, instance.missed?.to ?? miss.missed.from) ?? []);
      });
    }
  }

  #runOf({ definition, nominalTime }: PlannedFire): NewRun {
    const isSuppressed = this.#options.scheduler.recurringDebugMode ?? false;
    return {
      ...fireOf(definition, nominalTime),
      skipReason: isSuppressed ? "Debug mode: recurring jobs do not run by themselves" : null,
      missed: null,
    };
  }

  async #saveCursor(cursor: Date, always: boolean): Promise<void> {
    const { clock, state } = this.#options;
    if (!always && clock.monotonicMs() - this.#cursorSavedAtMs < CURSOR_PACE_MS) return;
    await state.set(this.#cursorKey, cursor.toISOString());
    this.#cursorSavedAtMs = clock.monotonicMs();
  }

  /** Waits for the next fire, or for definitions that may bring an earlier one. */
  async #waitUntil(nextDue: Date | null, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const leftMs = nextDue === null ? LONGEST_SLEEP_MS : nextDue.getTime() - clock.now().getTime();
    await sleep(clock, Math.min(leftMs, LONGEST_SLEEP_MS), AbortSignal.any([signal, this.#changed.signal]));
  }
}

function fireOf(definition: JobDefinition, nominalTime: Date): Omit<NewRun, "skipReason" | "missed"> {
  return {
    id: fireId(definition.key, nominalTime),
    definition,
    args: null,
    trigger: { type: TriggerType.Cron, nominalTime },
    priority: definition.options.priority,
    dueAt: null,
    fingerprint: null,
  };
}

/** One record stands for all fires of a job that were missed together. */
function missOf({ definition, missed }: PlannedMiss): NewRun {
  const many = missed.count === 1 ? "1 fire was" : `${missed.count} fires were`;
  const span = `${missed.from.toISOString()} to ${missed.to.toISOString()}`;
  return {
    ...fireOf(definition, missed.from),
    skipReason: `${many} missed (${span}), policy "${definition.options.schedule?.misfire.policy ?? "skip"}"`,
    missed,
  };
}

/**
 * What is due together. All that was due when it was planned is one group, so that the cursor never stops among fires
 * that were missed: from there on they would be told a second time.
 */
function groupByTime(
  fires: readonly PlannedFire[],
  plannedTo: Date,
): readonly { readonly at: Date; readonly fires: readonly PlannedFire[] }[] {
  const groups: { readonly at: Date; readonly fires: PlannedFire[] }[] = [{ at: plannedTo, fires: [] }];
  for (const fire of fires) {
    const last = groups.at(-1);
    if (last !== undefined && fire.nominalTime <= last.at) last.fires.push(fire);
    else groups.push({ at: fire.nominalTime, fires: [fire] });
  }
  return groups;
}

/** Waits in the process for a wall-clock time; timers may wake a moment early, and the clock may be set. */
async function waitFor(clock: Clock, instant: Date, signal: AbortSignal): Promise<void> {
  for (;;) {
    const leftMs = instant.getTime() - clock.now().getTime();
    if (leftMs <= 0 || signal.aborted) return;
    await sleep(clock, leftMs, signal);
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
