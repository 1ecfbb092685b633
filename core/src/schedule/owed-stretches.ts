import type { JobDefinition, JobPause } from "../model/job-definition.ts";
import { fireId } from "../model/name/run-id.ts";
import { owedAfter } from "./job-schedules.ts";
import type { ScheduleFacts } from "./schedule-facts.ts";
import { plansOf, type SchedulePlan } from "./schedule-plans.ts";
import { clip, countFires, firesIn, type Stretch } from "./stretches.ts";

const END_OF_TIME = 8_640_000_000_000_000;

/** The stretches of (after, to] in which a schedule's fires are owed, ascending: one more for each pause that lies between. */
export function owedStretches(
  { definition, schedule, times }: Pick<SchedulePlan, "definition" | "schedule" | "times">,
  after: Date,
  to: Date | null,
): readonly Stretch[] {
  const { pause, appPause = null } = definition;
  const { startTime, endTime } = schedule.timing;
  const from = Math.max(
    after.getTime(),
    times.boundOf(owedAfter(definition, schedule.name)).getTime(),
    startTime === null ? -Infinity : times.boundOf(new Date(startTime.getTime() - 1)).getTime(),
  );
  const last = endTime === null ? END_OF_TIME : times.boundOf(endTime).getTime();
  const end = Math.min(to?.getTime() ?? END_OF_TIME, last);
  const whole = clip([{ after: new Date(from), to: new Date(end) }], -Infinity, Infinity);
  const pauses = [pause, appPause].filter((one) => one !== null);
  return pauses.flatMap((one) => [...(one.earlier ?? []), one]).reduce(withoutPause, whole);
}

function withoutPause(
  stretches: readonly Stretch[],
  { at, until }: Pick<JobPause, "at" | "until">,
): readonly Stretch[] {
  // A pause that ends before it begins pauses nothing.
  const resumed = until === null ? Infinity : Math.max(until.getTime(), at.getTime()) - 1;
  return stretches.flatMap((stretch) => [
    ...clip([stretch], -Infinity, at.getTime() - 1),
    ...clip([stretch], resumed, Infinity),
  ]);
}

/** When the fires begin that a definition owes in (after, to], over all its schedules, ascending. Of a schedule that counts from ends, the next alone. */
export function owedFires(
  definition: JobDefinition,
  after: Date,
  to: Date,
  facts: ScheduleFacts,
): readonly Date[] {
  const fires = plansOf(definition, facts).flatMap((plan) =>
    owedStretches(plan, after, to).flatMap((stretch) => firesIn(plan.times, stretch)),
  );
  return fires.sort((a, b) => a.getTime() - b.getTime());
}

/** When the fires begin that a definition owes in (after, to], by their ids. Of a schedule that counts from ends, the next alone. */
export function namedFires(
  definition: JobDefinition,
  after: Date,
  to: Date,
  facts: ScheduleFacts,
): ReadonlyMap<string, Date> {
  const fires = new Map<string, Date>();
  for (const plan of plansOf(definition, facts))
    for (const stretch of owedStretches(plan, after, to))
      for (const at of firesIn(plan.times, stretch))
        fires.set(fireId(definition.key, plan.times.nominalOf(at), plan.schedule.name), at);
  return fires;
}

/** How many `owedFires` there are; the cost does not grow with their number. */
export function countOwedFires(
  definition: JobDefinition,
  after: Date,
  to: Date,
  facts: ScheduleFacts,
): number {
  return plansOf(definition, facts).reduce(
    (count, plan) => count + countFires(plan.times, owedStretches(plan, after, to)),
    0,
  );
}
