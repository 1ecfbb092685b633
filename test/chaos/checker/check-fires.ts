import type { JobInstance } from "@mojob/core";
import type { CheckedJob, Evidence } from "./evidence.ts";
import { JobTimeline } from "./job-timeline.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** A fire may be recorded this much before its time, for clocks that are apart by a little. */
const EARLIEST_MS = 1000;

/** Each fire that was owed has exactly one decision, and none was made that was forbidden. */
export function checkFires(evidence: Evidence): readonly Verdict[] {
  const byJob = Map.groupBy(evidence.instances, ({ jobKey }) => jobKey);
  return evidence.jobs.flatMap((job) => {
    const bySchedule = Map.groupBy(byJob.get(job.key) ?? [], ({ trigger }) => trigger.schedule ?? null);
    return [null, ...(job.schedules ?? [])].flatMap((schedule) =>
      checkSchedule(job, schedule, bySchedule.get(schedule) ?? [], evidence),
    );
  });
}

function checkSchedule(
  job: CheckedJob,
  schedule: string | null,
  runs: readonly JobInstance[],
  evidence: Evidence,
): readonly Verdict[] {
  const { cursor, answers } = evidence;
  const timeline = new JobTimeline(job, answers);
  const fires = new Map<number, JobInstance>();
  const misses: { readonly fromMs: number; readonly toMs: number }[] = [];
  for (const run of runs) {
    if (run.missed === null) {
      if (run.trigger.nominalTime !== undefined) fires.set(run.trigger.nominalTime.getTime(), run);
    } else {
      misses.push({ fromMs: run.missed.from.getTime(), toMs: run.missed.to.getTime() });
    }
  }
  const verdicts: Verdict[] = [];
  for (const nominalMs of timeline.nominalTimes()) {
    const fireId = `${job.key}@${new Date(nominalMs).toISOString()}`;
    const subject = schedule === null ? fireId : `${fireId}:${schedule}`;
    const fire = fires.get(nominalMs);
    const told = misses.filter(({ fromMs, toMs }) => fromMs <= nominalMs && nominalMs <= toMs).length;
    const decisions = told + (fire === undefined ? 0 : 1);
    const duty = timeline.dutyAt(nominalMs);
    if (decisions === 0 && duty === "owed") {
      const isPassed = cursor !== null && cursor.getTime() >= nominalMs;
      const message = isPassed
        ? `nobody decided it, and the cursor is beyond it at ${cursor.toISOString()}`
        : "nobody decided it";
      verdicts.push({ kind: isPassed ? VerdictKind.CursorGap : VerdictKind.Lost, subject, message });
    }
    if (decisions > 1)
      verdicts.push({ kind: VerdictKind.Doubled, subject, message: `it was decided ${decisions} times` });
    if (fire === undefined) continue;
    if (duty === "forbidden") {
      const message = "it fired although the pause had been acknowledged before its time";
      verdicts.push({ kind: VerdictKind.FalseAnswer, subject, message });
    }
    const priority = timeline.priorityAt(nominalMs, fire.createdAt.getTime());
    if (priority !== null && fire.priority !== priority) {
      const message = `it has priority ${fire.priority}, and the edit to ${priority} had been acknowledged`;
      verdicts.push({ kind: VerdictKind.FalseAnswer, subject, message });
    }
    const earlyMs = nominalMs - (fire.startedAt ?? fire.createdAt).getTime();
    if (earlyMs > EARLIEST_MS)
      verdicts.push({
        kind: VerdictKind.Doubled,
        subject,
        message: `it fired ${earlyMs} ms before its time`,
      });
  }
  return verdicts;
}
