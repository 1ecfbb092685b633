import { isTerminal, type JobInstance, JobState } from "@mojob/core";
import { BackfillOnly, fireId, type LoopTurns } from "@mojob/core/engine";
import { spareFireId } from "@mojob/core/feature";
import { type IMoInstanceStore, ReasonCode, TriggerType } from "@mojob/core/ports";
import type { NominalFire } from "./nominal-fires.ts";

/** Runs of one nominal time that may stand for each other. */
const MOST_RUNS = 20;
const READ_AT_ONCE = 250;

/** How a nominal time stands. */
export interface Standing {
  readonly fire: NominalFire;
  /** The latest run that stands for it; `null` where there is none. */
  readonly run: JobInstance | null;
  /** The id that its next run has; `null` where it needs none. */
  readonly nextId: string | null;
  /** Whether its run is one of the backfill that asks. */
  readonly isOwn: boolean;
}

export interface StandingOptions {
  /** Others go on between two pages. */
  readonly turns: LoopTurns;
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "get">;
  readonly only: BackfillOnly;
  /** The backfill that asks. @default none: it has not begun */
  readonly backfill?: string;
}

/**
 * How nominal times stand, in their order. The first run of a time has the id of its fire; one that takes the place of another has that
 * one's spare id. So every process names the same next run, and two that create it create one.
 */
export async function standingsOf(
  fires: readonly NominalFire[],
  options: StandingOptions,
): Promise<readonly Standing[]> {
  const found: Standing[] = [];
  for (let first = 0; first < fires.length; first += READ_AT_ONCE) {
    const turn = options.turns.take();
    if (turn !== null) await turn;
    found.push(...(await readPage(fires.slice(first, first + READ_AT_ONCE), options)));
  }
  return found;
}

interface Asked {
  readonly index: number;
  readonly fire: NominalFire;
  readonly id: string;
  readonly before: JobInstance | null;
}

async function readPage(
  fires: readonly NominalFire[],
  options: StandingOptions,
): Promise<readonly Standing[]> {
  const { tenant, store } = options;
  const found: Standing[] = [];
  let asked: readonly Asked[] = fires.map((fire, index) => ({ index, fire, id: idOf(fire), before: null }));
  for (let runs = 1; asked.length > 0; runs += 1) {
    const stored = await store.get(
      tenant,
      asked.map(({ id }) => id),
    );
    const next: Asked[] = [];
    for (const [at, { index, fire, id, before }] of asked.entries()) {
      const run = stored[at] ?? null;
      if (run === null) found[index] = { fire, run: before, nextId: id, isOwn: false };
      else if (runs < MOST_RUNS && isReplaced(run, fire, options))
        next.push({ index, fire, id: spareFireId(id), before: isFireOf(run, fire) ? run : before });
      else found[index] = { fire, run, nextId: null, isOwn: isOwn(run, options) };
    }
    asked = next;
  }
  return found;
}

function idOf({ definition, schedule, nominalTime }: NominalFire): string {
  return fireId(definition.key, nominalTime, schedule.name);
}

/** Whether another run is to take its place. */
function isReplaced(run: JobInstance, fire: NominalFire, options: StandingOptions): boolean {
  if (!isFireOf(run, fire)) return true;
  if (!isTerminal(run.state)) return false;
  // A place was taken between the look at the lane and the attempt: it is tried again.
  if (isOwn(run, options)) return run.reason?.code === ReasonCode.JobFull;
  if (run.state === JobState.Skipped || options.only === BackfillOnly.All) return true;
  return options.only === BackfillOnly.Failed && run.state !== JobState.Succeeded;
}

function isOwn({ trigger }: JobInstance, { backfill }: StandingOptions): boolean {
  return trigger.type === TriggerType.Backfill && trigger.of === backfill;
}

/** A run that a Temporal client has named as a fire is none. */
function isFireOf(
  { jobKey, trigger }: JobInstance,
  { definition, schedule, nominalTime }: NominalFire,
): boolean {
  return (
    jobKey === definition.key &&
    trigger.nominalTime?.getTime() === nominalTime.getTime() &&
    (trigger.schedule ?? null) === schedule.name
  );
}
