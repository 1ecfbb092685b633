import { isTerminal, type JobInstance, type JobState } from "@mojob/core";
import { complaintsAbout } from "../../model/run-model.ts";
import type { EffectLine } from "../ledger/ledger-line.ts";
import { processingSpans } from "./check-overlap.ts";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** How long a run may still be Processing once its time is up: its grace, a dead worker's heartbeat, the recovery, and a busy machine. */
const BEYOND_TIMEOUT_MS = 120_000;

/**
 * Each trigger may send a debounced run to a worker once more. A write that waits for its store has the moment at which it was
 * decided, so one worker may begin the run a moment before the one at which another found it due.
 */
const BETWEEN_DELIVERIES_MS = 5000;

/** Each record is a walk of the model, came to an end in time and let go of its slot. */
export function checkRecords({ instances, jobs, sightings, ledger, skewMs }: Evidence): readonly Verdict[] {
  const timeouts = new Map(jobs.map(({ key, timeoutMs }) => [key, timeoutMs]));
  const limits = new Map(jobs.map(({ key, maxConcurrency }) => [key, maxConcurrency]));
  const retries = new Map(jobs.map(({ key, retryCount }) => [key, retryCount]));
  const debounced = new Set(
    jobs.flatMap(({ key, debounceMaxMs }) => (debounceMaxMs === undefined ? [] : [key])),
  );
  const seen = Map.groupBy(sightings, ({ id }) => id);
  return instances.flatMap((run): Verdict[] => {
    const subject = run.id;
    const apartMs = skewMs + (debounced.has(run.jobKey) ? BETWEEN_DELIVERIES_MS : 0);
    const verdicts: Verdict[] = complaintsAbout(run, apartMs).map((message) => ({
      kind: VerdictKind.IllegalEdge,
      subject,
      message,
    }));
    if (!isTerminal(run.state))
      verdicts.push({ kind: VerdictKind.Stuck, subject, message: `it is still "${run.state}"` });
    for (const { attempt, fromMs, toMs } of processingSpans(run)) {
      const mostMs = (timeouts.get(run.jobKey) ?? Infinity) + BEYOND_TIMEOUT_MS;
      if (toMs - fromMs <= mostMs + skewMs) continue;
      const message = `attempt ${attempt} was Processing for ${toMs - fromMs} ms, and ${mostMs} are allowed`;
      verdicts.push({ kind: VerdictKind.Stuck, subject, message });
    }
    verdicts.push(...checkRetries(run, retries.get(run.jobKey)));
    const isSlotDue =
      typeof limits.get(run.jobKey) === "number" &&
      (run.state === "Processing" || (run.abandoned !== null && goesOn(run, ledger)));
    if (run.slot !== null && !isSlotDue)
      verdicts.push({
        kind: VerdictKind.SlotLeft,
        subject,
        message: `it is "${run.state}" and holds slot ${run.slot}`,
      });
    for (const { state } of seen.get(run.id) ?? []) {
      if (state === run.state) continue;
      const message = `it was seen as "${state}", which is an end, and is "${run.state}"`;
      verdicts.push({ kind: VerdictKind.LateWrite, subject, message });
    }
    return verdicts;
  });
}

/** Whether the code of the attempt that was abandoned has neither returned nor ended with its process. */
export function goesOn({ id, abandoned }: JobInstance, ledger: Evidence["ledger"]): boolean {
  const lines = ledger.filter(
    (line): line is EffectLine =>
      line.type !== "died" && line.instanceId === id && line.attempt === abandoned?.attempt,
  );
  const begun = lines.find(({ type }) => type === "begin");
  const died = ledger.some((line) => line.type === "died" && line.process === begun?.process);
  return begun !== undefined && !died && !lines.some(({ type }) => type === "end");
}

/** A snooze costs no retry: the run allows one attempt more for each, and no more retries than its job has. */
function checkRetries(
  { id, history, retryCount }: JobInstance,
  allowed: number | undefined,
): readonly Verdict[] {
  if (allowed === undefined) return [];
  const count = (from: JobState, to: JobState): number =>
    history.filter((entry) => entry.from === from && entry.to === to).length;
  const [snoozes, retries] = [count("Processing", "Scheduled"), count("Failed", "Processing")];
  const verdicts: Verdict[] = [];
  if (retryCount !== allowed + snoozes) {
    const message = `it was snoozed ${snoozes} times and allows ${retryCount} more attempts, and its job ${allowed} retries`;
    verdicts.push({ kind: VerdictKind.IllegalEdge, subject: id, message });
  }
  if (retries > allowed) {
    const message = `it was retried ${retries} times, and its job allows ${allowed}`;
    verdicts.push({ kind: VerdictKind.Doubled, subject: id, message });
  }
  if (history.at(-1)?.reason?.code === "retries_used_up" && retries < allowed) {
    const message = `it ended after ${retries} retries, and its job allows ${allowed}`;
    verdicts.push({ kind: VerdictKind.Lost, subject: id, message });
  }
  return verdicts;
}
