import { firstClosed } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import { NO_PLACE } from "../model/begin/situation.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import { begin } from "../model/instance/transitions.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { WorkKind } from "../model/job-work.ts";
import { ReasonCode } from "../model/reason.ts";
import { scriptRefOf } from "../model/script-version.ts";
import { waitInLane } from "../model/waiting/park.ts";
import type { Admission } from "../model/write/admission.ts";

/** The change that begins an attempt, by its job and which retry it is. */
export type BeginningOf = (
  attempt: AttemptRef,
  definition: JobDefinition,
  asked?: Pick<ExecutionRequest, "retry" | "retryCount">,
) => InstanceChange;

/** The request of an attempt to its lane. */
export type LaneAsk = Pick<Admission, "limit" | "waiting" | "hasWaited">;

/** The beginnings of attempts that one claim begins at one moment: what first attempts of a job have in common is made once. */
export function beginningsAt(now: Date): BeginningOf {
  const firsts = new Map<JobDefinition, InstanceChange>();
  return (attempt, definition, { retry, retryCount: own } = {}) => {
    const retryCount = own ?? definition.options.retryCount;
    const script = scriptRefOf(definition);
    if (attempt.attempt > 1) return begin(attempt, now, retryCount, retry, script);
    if (own !== undefined) return begin(attempt, now, own, 0, script);
    const same = firsts.get(definition);
    if (same !== undefined) return { ...same, id: attempt.id };
    const first = begin(attempt, now, retryCount, 0, script);
    firsts.set(definition, first);
    return first;
  };
}

/**
 * The requests of attempts to their lanes at one moment: the parts that first attempts have in common are made once.
 * @param hasWaited they waited for a slot, and their turn has come
 */
export function laneAsksAt(
  now: Date,
  hasWaited: boolean,
): (attempt: AttemptRef, definition: JobDefinition, isSnoozed: boolean) => LaneAsk {
  const firsts = new Map<JobDefinition, LaneAsk>();
  return (attempt, definition, isSnoozed) => {
    const { maxConcurrency: limit } = definition.options;
    if (hasWaited) return { limit, hasWaited };
    const isFirst = attempt.attempt === 1 && !isSnoozed;
    const same = isFirst ? firsts.get(definition) : undefined;
    if (same !== undefined)
      return same.waiting === undefined ? same : { ...same, waiting: { ...same.waiting, id: attempt.id } };
    const closed = firstClosed({ job: definition, now, lane: { ...NO_PLACE, isSnoozed } });
    const ask =
      closed?.gate.effect === "wait"
        ? // Whatever is free, a run of a job with a rate waits first, so that none overtakes.
          {
            limit: closed.gate === GATES.rate ? 0 : limit,
            waiting: waitInLane(attempt, now, closed.reason),
          }
        : { limit };
    if (isFirst) firsts.set(definition, ask);
    return ask;
  };
}

/** The change of a run whose turn was given in this lane: where an edit has moved it since, others may come first there. */
export function whileIn(lane: string, change: InstanceChange): InstanceChange {
  return { ...change, when: { ...change.when, lane } };
}

/** The change that begins a run: a task goes on without the worker that begins it, and says so. */
export function changeOf(beginning: InstanceChange, { work, script }: JobDefinition): InstanceChange {
  if (work.kind !== WorkKind.Task) return beginning;
  const { set, append } = beginning;
  const retry = set.reason?.code === ReasonCode.Retry ? set.reason.parameters : null;
  const reason = {
    code: ReasonCode.Task,
    parameters: {
      version: script?.version ?? 1,
      ...(retry !== null && { retry: { number: retry.number, of: retry.of } }),
    },
  } as const;
  return {
    ...beginning,
    set: { ...set, reason, worker: null },
    append: append.map((entry) => ({ ...entry, worker: null, reason })),
  };
}
