import type { JobInstance } from "@mojob/core";
import { DEBOUNCE_MAX_MS, DEBOUNCE_MS, indexOf } from "../model-job.ts";
import { runName } from "../run-name.ts";
import type { Judge, Triggered, WorldEvidence } from "./judge.ts";

/** A debounced run waits for the last of its triggers, though not for ever, and begins with what that one said. */
export class DebounceJudge implements Judge {
  complaints({ records, effects, triggered }: WorldEvidence): readonly string[] {
    const complaints: string[] = [];
    for (const one of triggered) {
      if (typeof one.answer !== "string") continue;
      const run = records.find(({ id }) => id === one.answer);
      const name = runName(one.id);
      if (run === undefined) complaints.push(`${name} got a run that was never recorded`);
      else if (one.begun.includes(run.id)) complaints.push(`${name} got a run that had begun before`);
      else if (run.state === "Scheduled" && isDueBefore(run, one))
        complaints.push(`${runName(run.id)} is due before its job is quiet since ${name}`);
    }
    for (const { id, createdAt, scheduledFor, enqueuedAt } of records) {
      const dueMs = scheduledFor?.getTime() ?? 0;
      if (dueMs > createdAt.getTime() + DEBOUNCE_MAX_MS)
        complaints.push(`${runName(id)} was put off for too long`);
      if (enqueuedAt !== null && enqueuedAt.getTime() < dueMs)
        complaints.push(`${runName(id)} was enqueued before it was due`);
    }
    for (const { instanceId, isEnd, args } of effects) {
      const given = triggered.find(({ id }) => indexOf(id) === (args as { readonly run: number }).run);
      if (isEnd || given === undefined) continue;
      if (typeof given.answer === "string" && given.answer !== instanceId)
        complaints.push(`${runName(instanceId)} began with the arguments of another run`);
      for (const { id, answer, after } of triggered)
        if (answer === instanceId && after.includes(given.id))
          complaints.push(
            `${runName(instanceId)} began with the arguments of ${runName(given.id)}, and ${runName(id)} came later`,
          );
    }
    return complaints;
  }

  complaintsAtRest({ effects, triggered }: WorldEvidence): readonly string[] {
    return triggered
      .filter(({ answer }) => typeof answer === "string")
      .filter(({ answer }) => !effects.some(({ instanceId }) => instanceId === answer))
      .map(({ id }) => `${runName(id)} was triggered, and nothing began for it`);
  }
}

function isDueBefore({ createdAt, scheduledFor }: JobInstance, { atMs }: Triggered): boolean {
  const quietMs = Math.min(atMs + DEBOUNCE_MS, createdAt.getTime() + DEBOUNCE_MAX_MS);
  return (scheduledFor?.getTime() ?? 0) < quietMs;
}
