import type { JobDefinition } from "@mojob/core";
import {
  countFires,
  firesIn,
  isAfterEnd,
  type JobSchedule,
  owedStretches,
  plansOf,
  type ScheduleFacts,
  type SchedulePlan,
  schedulesOf,
} from "@mojob/core/feature";

/** A fire that one schedule of a job owes. */
export interface OwedFire {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly nominalTime: Date;
  /** When it begins. */
  readonly at: Date;
  /** The time to which a calendar or a window has moved it; `null` for one that was not moved. */
  readonly movedTo: Date | null;
}

/**
 * The fires that a definition owes, from the planner: what everything here knows of schedules. Times are exclusive of `after` and inclusive of `to`,
 * and are those at which fires begin. Schedules that count from ends owe none that is known ahead.
 */
export class OwedFires {
  readonly definition: JobDefinition;
  readonly #plans: readonly SchedulePlan[];

  constructor(definition: JobDefinition, facts: ScheduleFacts) {
    this.definition = definition;
    this.#plans = plansOf(definition, facts).filter(({ afterEnd }) => afterEnd === null);
  }

  /** Whether any schedule of it names times. */
  get fires(): boolean {
    return this.#plans.length > 0;
  }

  count(after: Date, to: Date): number {
    return this.#plans.reduce((sum, plan) => sum + countFires(plan.times, owedStretches(plan, after, to)), 0);
  }

  /** When fires begin, ascending. */
  begins(after: Date, to: Date): readonly number[] {
    const found = this.#plans.flatMap((plan) =>
      owedStretches(plan, after, to).flatMap((stretch) =>
        firesIn(plan.times, stretch).map((at) => at.getTime()),
      ),
    );
    return this.#plans.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  /** The fires, ascending. */
  list(after: Date, to: Date): readonly OwedFire[] {
    const found = this.#plans.flatMap((plan) =>
      owedStretches(plan, after, to).flatMap((stretch) =>
        firesIn(plan.times, stretch).map((at) => ({
          definition: this.definition,
          schedule: plan.schedule,
          nominalTime: plan.times.nominalOf(at),
          at,
          movedTo: plan.times.movedTo(at),
        })),
      ),
    );
    return found.sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** The fire with this nominal time; `null` where the schedule owes none. */
  at(nominalTime: Date, schedule: string | null): OwedFire | null {
    const plan = this.#plans.find((one) => one.schedule.name === schedule);
    if (plan === undefined) return null;
    const at = plan.times.next(plan.times.boundOf(new Date(nominalTime.getTime() - 1)));
    if (at === null || plan.times.nominalOf(at).getTime() !== nominalTime.getTime()) return null;
    if (owedStretches(plan, new Date(at.getTime() - 1), at).length === 0) return null;
    const movedTo = plan.times.movedTo(at);
    return { definition: this.definition, schedule: plan.schedule, nominalTime, at, movedTo };
  }
}

/** Whether a schedule of the job fires after the end of the run before. */
export function firesAfterEnd({ options: { schedule } }: JobDefinition): boolean {
  return (
    schedule !== null &&
    schedulesOf(schedule).some(({ timing, isDisabled }) => !isDisabled && isAfterEnd(timing))
  );
}
