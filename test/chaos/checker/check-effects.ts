import type { JobInstance } from "@mojob/core";
import type { EffectLine } from "../ledger/ledger-line.ts";
import { isTaskRun } from "../programs/chaos-task.ts";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** What the jobs did is what the records say: each attempt once, and what counts as done was done. */
export function checkEffects({ ledger, instances, ...known }: Evidence): readonly Verdict[] {
  const effects = ledger.filter((line): line is EffectLine => line.type !== "died");
  const byRun = Map.groupBy(effects, ({ instanceId }) => instanceId);
  const records = new Map(instances.map((run) => [run.id, run]));
  const verdicts: Verdict[] = [];
  for (const [id, lines] of byRun) {
    const run = records.get(id);
    if (run === undefined)
      verdicts.push({ kind: VerdictKind.Lost, subject: id, message: "it ran and has no record" });
    else verdicts.push(...checkRepeats(run, lines));
  }
  // What a task did, its nodes did.
  for (const run of instances)
    if (!isTaskRun(run)) verdicts.push(...checkOutcome(run, byRun.get(run.id) ?? [], known));
  return verdicts;
}

function checkRepeats(run: JobInstance, lines: readonly EffectLine[]): readonly Verdict[] {
  const begun = lines.filter(({ type }) => type === "begin");
  const twice = [...Map.groupBy(begun, ({ attempt }) => attempt)].filter(([, same]) => same.length > 1);
  const verdicts: Verdict[] = twice.map(([attempt, same]) => ({
    kind: VerdictKind.Doubled,
    subject: run.id,
    message: `attempt ${attempt} was begun ${same.length} times, by ${same.map((line) => line.process).join(" and ")}`,
  }));
  if (begun.length > 1 + run.retryCount) {
    const message = `it was begun ${begun.length} times, and its job allows ${1 + run.retryCount}`;
    verdicts.push({ kind: VerdictKind.Doubled, subject: run.id, message });
  }
  return verdicts;
}

function checkOutcome(
  run: JobInstance,
  lines: readonly EffectLine[],
  { executors, skewMs }: Pick<Evidence, "executors" | "skewMs">,
): readonly Verdict[] {
  const succeeded = run.history.findLast(({ to }) => to === "Succeeded");
  if (succeeded === undefined) return [];
  const subject = run.id;
  const done = lines.filter(
    ({ type, attempt, ranToEnd }) => type === "end" && ranToEnd && attempt === run.attempt,
  );
  if (done.length === 0) {
    const message = `it counts as done in attempt ${run.attempt}, and no such attempt ran to its end`;
    return [{ kind: VerdictKind.Lost, subject, message }];
  }
  const endedMs = Math.min(...done.map(({ wallMs }) => wallMs));
  if (succeeded.at.getTime() + skewMs < endedMs) {
    const message = `it counted as done ${endedMs - succeeded.at.getTime()} ms before its code came to its end`;
    return [{ kind: VerdictKind.FalseAnswer, subject, message }];
  }
  const by = executors.get(succeeded.worker ?? "");
  if (by !== undefined && !done.some((line) => by.includes(line.process))) {
    const message = `"${by.join('" or "')}" settled attempt ${run.attempt}, and ${done[0]?.process} ran it`;
    return [{ kind: VerdictKind.LateWrite, subject, message }];
  }
  const later = lines.filter(({ attempt }) => attempt > run.attempt);
  if (later.length > 0) {
    const message = `attempt ${later[0]?.attempt} was begun, and attempt ${run.attempt} settled it`;
    return [{ kind: VerdictKind.LateWrite, subject, message }];
  }
  return [];
}
