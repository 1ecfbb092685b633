import { isTerminal } from "@mojob/core";
import { complaintsAbout } from "../../model/run-model.ts";
import { processingSpans } from "./check-overlap.ts";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** How long a run may still be Processing once its time is up: its grace, a dead worker's heartbeat, the recovery, and a busy machine. */
const BEYOND_TIMEOUT_MS = 120_000;

/** Each record is a walk of the model, came to an end in time and let go of its slot. */
export function checkRecords({ instances, jobs, sightings, skewMs }: Evidence): readonly Verdict[] {
  const timeouts = new Map(jobs.map(({ key, timeoutMs }) => [key, timeoutMs]));
  const limits = new Map(jobs.map(({ key, maxConcurrency }) => [key, maxConcurrency]));
  const seen = Map.groupBy(sightings, ({ id }) => id);
  return instances.flatMap((run): Verdict[] => {
    const subject = run.id;
    const verdicts: Verdict[] = complaintsAbout(run, skewMs).map((message) => ({
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
    const isSlotDue = run.state === "Processing" && typeof limits.get(run.jobKey) === "number";
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
