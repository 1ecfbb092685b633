import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import { begin } from "../model/instance/transitions.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { scriptRefOf } from "../model/script-version.ts";
import { waitForSlot } from "../model/waiting/park.ts";

/** The change that begins an attempt, by its job and which retry it is. */
export type BeginningOf = (attempt: AttemptRef, definition: JobDefinition, retry?: number) => InstanceChange;

/** The change that makes an attempt wait for one of so many slots. */
export type WaitOf = (attempt: AttemptRef, limit: number) => InstanceChange;

/** The beginnings of attempts that one claim begins at one moment: what first attempts of a job have in common is made once. */
export function beginningsAt(now: Date): BeginningOf {
  const firsts = new Map<JobDefinition, InstanceChange>();
  return (attempt, definition, retry) => {
    const { retryCount } = definition.options;
    const script = scriptRefOf(definition);
    if (attempt.attempt > 1) return begin(attempt, now, retryCount, retry, script);
    const same = firsts.get(definition);
    if (same !== undefined) return { ...same, id: attempt.id };
    const first = begin(attempt, now, retryCount, 0, script);
    firsts.set(definition, first);
    return first;
  };
}

/** The waits of attempts that found their lanes full at one moment: what those of first attempts have in common is made once. */
export function waitsAt(now: Date): WaitOf {
  const firsts = new Map<number, InstanceChange>();
  return (attempt, limit) => {
    if (attempt.attempt > 1) return waitForSlot(attempt, now, limit);
    const same = firsts.get(limit);
    if (same !== undefined) return { ...same, id: attempt.id };
    const first = waitForSlot(attempt, now, limit);
    firsts.set(limit, first);
    return first;
  };
}
