import type { TaskEvent } from "@mojob/core/feature";
import type { TaskFact, TaskState } from "@mojob/core/ports";
import type { NeededValue } from "../task-values.ts";
import { settleItems } from "./batch.ts";
import { type Evaluated, TurnOver } from "./evaluations.ts";
import type { Owed } from "./owed.ts";
import { settle } from "./settle.ts";
import { Step, type StepParts } from "./step.ts";
import { takeEvent } from "./take-event.ts";
import type { TaskRefusal } from "./task-refusal.ts";

/** A step: what happened, what the state is after it, and what is to be done once it is written. */
export interface TaskStep {
  readonly facts: readonly TaskFact[];
  readonly state: TaskState;
  readonly owes: readonly Owed[];
  /** Why operations among the events are not done: those before them in the same step count, too. */
  readonly refused: ReadonlyMap<object, TaskRefusal>;
}

/** The values to load before the same step is tried again; without any, the step takes longer than one turn and only goes on in the next. */
export interface StepNeeds {
  /** None where only the turn is over. */
  readonly needs: readonly NeededValue[];
  /** The expressions that it has evaluated, for the next try; none where values are loaded, with which nodes may be decided otherwise. */
  readonly evaluated: readonly Evaluated[];
  /** The state so far within this step: what the step has taken over is read from the runs that it names. */
  readonly state: TaskState;
}

/**
 * How a task goes on after events: a pure function, which anybody may call. The facts hold for the state that they were
 * decided from, so that they are written where its `rev` is unchanged, and decided again where it is not. A step without
 * facts is not written. All events of one step happen at once.
 * @example
 * ```ts
 * const step = advance({ plan, state, values, at: new Date() }, [{ type: "ended", run: "concat", state: "Succeeded" }]);
 * ```
 */
export function advance(parts: StepParts, events: readonly TaskEvent[]): TaskStep | StepNeeds {
  const step = new Step(parts);
  try {
    for (const event of events) takeEvent(step, event);
    settleItems(step);
    settle(step);
  } catch (error) {
    if (error instanceof TurnOver) {
      const { evaluations, state } = step;
      return { needs: [], evaluated: evaluations.all, state };
    }
    throw error;
  }
  if (step.needs.size > 0) return { needs: [...step.needs.values()], evaluated: [], state: step.state };
  const { facts, owes, refused } = step;
  return { facts, owes, refused, state: facts.length === 0 ? parts.state : step.state };
}
