import type { JobDefinition } from "@mojob/core";
import { type BackfillCursor, invalidInput, issueAt, type LoopTurns } from "@mojob/core/engine";
import { byText, type JobSchedule, plansOf, type ScheduleFacts } from "@mojob/core/feature";

/** The nominal times that one backfill may have. */
export const MOST_FIRES = 10_000;

/** A time that a schedule of a job names, whether or not it was owed then. */
export interface NominalFire {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly nominalTime: Date;
}

/** The first instant that counts, and the first that no longer does. */
interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The times that the schedules of jobs, as they are now, name in a range, ascending: pauses, outages and the time before a job was
 * registered make no difference, its first and its last time do. Schedules that count from ends name no times.
 * @throws MoJobError `invalid_argument` where there are more than `MOST_FIRES`
 */
export function nominalFires(
  jobs: readonly JobDefinition[],
  range: TimeRange,
  facts: ScheduleFacts,
  turns: LoopTurns,
  doing: string,
): Promise<readonly NominalFire[]> {
  // What a window left out is made up for as what a pause did.
  const anyway = { ...facts, rules: { ...facts.rules, windows: [] } };
  const stretches = jobs.flatMap((definition) =>
    plansOf(definition, anyway)
      .filter(({ afterEnd }) => afterEnd === null)
      .map((plan) => ({ ...plan, ...boundsOf(plan, range) })),
  );
  const planned = stretches.reduce((sum, { times, after, to }) => sum + times.count(after, to), 0);
  if (planned > MOST_FIRES)
    return Promise.reject(
      invalidInput(doing, [issueAt("/to", "too_many_fires", { max: MOST_FIRES, count: planned })]),
    );
  return turns.run(list(stretches));
}

function* list(stretches: readonly (Plan & Bounds)[]): Generator<void, readonly NominalFire[]> {
  const fires: NominalFire[] = [];
  for (const { definition, schedule, times, after, to } of stretches) {
    for (let at = times.next(after); at !== null && at <= to; at = times.next(at)) {
      fires.push({ definition, schedule, nominalTime: times.nominalOf(at) });
      yield;
    }
  }
  return fires.sort((a, b) => byTime(cursorOf(a), cursorOf(b)));
}

type Plan = ReturnType<typeof plansOf>[number];

/** Beginnings after the first instant, up to the second. */
interface Bounds {
  readonly after: Date;
  readonly to: Date;
}

/** The beginnings of the nominal times in a range. */
function boundsOf({ schedule, times }: Plan, { from, to }: TimeRange): Bounds {
  const { startTime, endTime } = schedule.timing;
  const first = Math.max(from.getTime(), startTime?.getTime() ?? -Infinity);
  const last = Math.min(to.getTime() - 1, endTime?.getTime() ?? Infinity);
  return { after: times.boundOf(new Date(first - 1)), to: times.boundOf(new Date(last)) };
}

/** By time, then job, then schedule: the order in which a backfill goes on. */
export function byTime(a: BackfillCursor, b: BackfillCursor): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    byText(a.jobKey, b.jobKey) ||
    byText(a.schedule ?? "", b.schedule ?? "")
  );
}

/** Names a fire. */
export function cursorOf({ definition, schedule, nominalTime }: NominalFire): BackfillCursor {
  return { at: nominalTime, jobKey: definition.key, schedule: schedule.name };
}
