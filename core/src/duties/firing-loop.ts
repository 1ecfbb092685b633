import { JobKind } from "../model/option/job-kind.ts";
import { type Clock, sleep } from "../base/clock.ts";
import { firingCursorKey } from "../model/name/state-key.ts";
import { tenantSettingsKey } from "../model/tenant/tenant-keys.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { DebugMode } from "../dispatch/debug-mode.ts";
import type { TenantSettingsCache } from "../definition/tenant/tenant-settings-cache.ts";
import type { CreatedRun } from "../dispatch/created-run.ts";
import type { InstanceCreator } from "../dispatch/instance-creator.ts";
import { firstClosed } from "../model/begin/closed-gates.ts";
import { GateEffect } from "../model/begin/gates.ts";
import type { RunFacts } from "../model/begin/situation.ts";
import { TriggerType } from "../model/instance/job-instance.ts";
import type { RunMetrics } from "../model/metrics/run-metrics.ts";
import { readTenantSettings } from "../model/tenant/tenant-settings.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { Duty, DutyPass } from "./duty.ts";
import { missOf, recordFires, runOf } from "./fire-records.ts";
import { shortestAfterEndMs } from "../schedule/schedule-plans.ts";
import { type LatestFiresOptions, noteLatestFires } from "./latest-fires.ts";
import { followScheduleFacts, type ScheduleFactsOptions } from "./read-schedule-facts.ts";
import type { ScheduleFacts } from "../schedule/schedule-facts.ts";
import { missesAfter, planFires, type PlannedFire, type PlannedMiss } from "../schedule/planner.ts";

/** How far ahead one window plans. */
const WINDOW_MS = 10_000;
const CURSOR_PACE_MS = 1000;
const RETRY_WAIT_MS = 1000;
/** How often a disabled tenant is looked at. */
const DISABLED_LOOK_MS = 1000;
/** A process that wakes this late for a fire was stopped, and another one may have decided it meanwhile. */
const OVERSLEPT_MS = 1000;
/** A pass begins this long before its first fire, so that the fire is planned when it is due. */
const PLAN_AHEAD_MS = 500;

/** Every fire up to here is recorded; `null` before the first window, and while the tenant is disabled: no fire is late then. */
export async function readFiringCursor(state: IMoStateStore, tenant: string): Promise<Date | null> {
  const [cursorKey, settingsKey] = [firingCursorKey(tenant), tenantSettingsKey(tenant)];
  const entries = await state.getMany([cursorKey, settingsKey]);
  const settings = entries.get(settingsKey);
  if (settings !== undefined && readTenantSettings(settings.value, settings.version).disabled) return null;
  const entry = entries.get(cursorKey);
  return typeof entry?.value === "string" ? new Date(entry.value) : null;
}

const FIRE: RunFacts = { kind: JobKind.Recurring, trigger: { type: TriggerType.Cron } };

export interface FiringLoopOptions {
  readonly tenant: string;
  readonly clock: Clock;
  readonly cache: JobDefinitionCache;
  readonly creator: InstanceCreator;
  readonly state: IMoStateStore;
  /** Shows when runs have ended. */
  readonly store: LatestFiresOptions["store"];
  readonly rules: ScheduleFactsOptions["rules"];
  readonly debugMode: DebugMode;
  /** While the tenant is disabled nothing fires, and what is missed by then is made up for as after an outage. @default it is enabled */
  readonly settings?: Pick<TenantSettingsCache, "read">;
  readonly metrics?: RunMetrics;
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
 * The cursor is in the state store, so that a process that continues after an outage knows what was missed. Going over a
 * stretch twice is harmless: a fire's id is the same from every process.
 */
export class FiringLoop implements Duty {
  readonly name = "fire";
  /** After a pass that failed; others say when the next fire is due. */
  readonly everyMs: number = RETRY_WAIT_MS;
  readonly firstInMs: number = 0;
  readonly takeoverMs: number = 4000;
  readonly #options: FiringLoopOptions;
  readonly #cursorKey: string;
  readonly #latestFires: LatestFiresOptions;
  #cursorSavedAtMs = -Infinity;
  /** Aborted when definitions change; replaced before each look at them, so that no change falls in between. */
  #changed = new AbortController();

  constructor(options: FiringLoopOptions) {
    this.#options = options;
    this.#cursorKey = firingCursorKey(options.tenant);
    this.#latestFires = options;
  }

  /** Fires one window, from where the last one left off; the next is due when the next fire is. */
  async run(signal: AbortSignal): Promise<DutyPass> {
    const { nextDue } = await this.fireWindow(await this.loadCursor(), signal);
    const leftMs = nextDue === null ? Infinity : nextDue.getTime() - this.#options.clock.now().getTime();
    return { nextInMs: Math.max(leftMs - PLAN_AHEAD_MS, 0) };
  }

  /** Definitions that change may bring an earlier fire. */
  onDue(listener: () => void): () => void {
    return this.#options.cache.onChange(listener);
  }

  /** Where the last window left off. The very first begins now and stores that at once, because fires are owed from here on. */
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
    const stopListening = this.#options.cache.onChange(() => this.#changed.abort());
    try {
      return await this.#fireWindow(from, signal);
    } finally {
      stopListening();
    }
  }

  async #fireWindow(from: Date, signal: AbortSignal): Promise<FiredWindow> {
    const { clock, cache } = this.#options;
    const begun = clock.now();
    // After a clock was set back the fires ahead of it have already happened; their ids keep them from happening twice.
    let cursor = from > begun ? begun : from;
    while (!signal.aborted) {
      if (await this.#isDisabled())
        return { cursor, nextDue: new Date(clock.now().getTime() + DISABLED_LOOK_MS + PLAN_AHEAD_MS) };
      this.#changed = new AbortController();
      // Read first, so that changes from here on are seen at the next fire.
      const version = await cache.version();
      const definitions = await cache.getAll();
      const facts = await followScheduleFacts(definitions, this.#options);
      const now = clock.now();
      const to = new Date(begun.getTime() + Math.min(WINDOW_MS, shortestAfterEndMs(definitions)));
      const plan = planFires(definitions, { after: cursor, to, now }, facts);
      await this.#recordMisses(plan.misses, facts);
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

  /** Fires each nominal time's jobs when it comes; stops where the rest has to be planned again. */
  async #fireInTime(
    fires: readonly PlannedFire[],
    planned: { readonly now: Date; readonly to: Date; readonly version: number },
    signal: AbortSignal,
  ): Promise<{ readonly cursor: Date | null; readonly isComplete: boolean }> {
    const { clock, cache, creator, debugMode, metrics } = this.#options;
    const woken = AbortSignal.any([signal, this.#changed.signal]);
    let cursor: Date | null = null;
    // A process that was stopped past the window's end has planned nothing between that and now, so the cursor must not pass it.
    for (const due of groupByTime(fires, earlier(planned.now, planned.to))) {
      await waitFor(clock, due.at, woken);
      const hasOverslept = due.at > planned.now && clock.now().getTime() - due.at.getTime() > OVERSLEPT_MS;
      // Read again at the moment itself: an edit, a pause or a resume that was acknowledged is obeyed.
      const isOther = (await cache.version()) !== planned.version || (await this.#isDisabled());
      if (woken.aborted || hasOverslept || isOther) return { cursor, isComplete: false };
      if (due.fires.length > 0) {
        const modes = await debugMode.read();
        const runs = await recordFires(
          creator,
          due.fires.map((fire) => {
            const situation = { job: fire.definition, now: due.at, modes, run: FIRE };
            return runOf(fire, firstClosed(situation, GateEffect.Skip)?.reason ?? null);
          }),
        );
        await noteLatestFires(due.fires, runs, this.#latestFires);
        for (const { definition, at } of due.fires) {
          const { app, key: jobKey } = definition;
          metrics?.fired({ app, jobKey }, clock.now().getTime() - at.getTime());
        }
      }
      cursor = due.at;
      await this.#saveCursor(cursor, false);
    }
    return { cursor, isComplete: !woken.aborted };
  }

  async #isDisabled(): Promise<boolean> {
    return (await this.#options.settings?.read())?.disabled ?? false;
  }

  /** Records missed fires, except those that a process recorded before it died, after it last stored its cursor. */
  async #recordMisses(misses: readonly PlannedMiss[], facts: ScheduleFacts): Promise<void> {
    let untold = misses;
    while (untold.length > 0) {
      const answers = await recordFires(
        this.#options.creator,
        untold.map((miss) => missOf(miss)),
      );
      await noteLatestFires(untold, answers, this.#latestFires);
      untold = untold.flatMap((miss, index) => {
        const { created, instance } = answers[index] as CreatedRun;
        return created ? [] : (missesAfter(miss, instance.missed?.to ?? miss.missed.from, facts) ?? []);
      });
    }
  }

  async #saveCursor(cursor: Date, always: boolean): Promise<void> {
    const { clock, state } = this.#options;
    if (!always && clock.monotonicMs() - this.#cursorSavedAtMs < CURSOR_PACE_MS) return;
    await state.set(this.#cursorKey, cursor.toISOString());
    this.#cursorSavedAtMs = clock.monotonicMs();
  }
}

/**
 * Groups fires that are due together. All that were due when they were planned are one group, so that the cursor never stops among fires
 * that were missed: from there on they would be recorded a second time.
 */
function groupByTime(
  fires: readonly PlannedFire[],
  plannedTo: Date,
): readonly { readonly at: Date; readonly fires: readonly PlannedFire[] }[] {
  const groups: { readonly at: Date; readonly fires: PlannedFire[] }[] = [{ at: plannedTo, fires: [] }];
  for (const fire of fires) {
    const last = groups.at(-1);
    if (last !== undefined && fire.at <= last.at) last.fires.push(fire);
    else groups.push({ at: fire.at, fires: [fire] });
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
