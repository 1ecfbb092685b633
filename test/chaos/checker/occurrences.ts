import type { Reason } from "@mojob/core/words";
import type { JobInstance } from "@mojob/core";
import type { EffectLine } from "../ledger/ledger-line.ts";
import { CHAOS_TASK } from "../programs/chaos-task.ts";
import type { Evidence } from "./evidence.ts";

/** Things that must have happened for a run of the harness to have proved anything, and how often they did. */
export interface Occurrences {
  /** Fires that were recorded one by one. */
  readonly fires: number;
  readonly runsDone: number;
  /** Tasks all of whose nodes have ended. */
  readonly tasksDone: number;
  /** An attempt was given up because its worker was dead, and another began. */
  readonly retriesAfterCrash: number;
  /** Attempts whose code ran to its end, and that ran again because it was not settled. */
  readonly repeatedEffects: number;
  /** Code came to its end after its attempt had been given up, and changed nothing. */
  readonly refusedLateWrites: number;
  /** Records that stand for fires that were missed, and how many fires those were. */
  readonly misfires: number;
  readonly missedFires: number;
  /** Runs that did not begin because their job was full. */
  readonly skips: number;
  readonly timeouts: number;
  /** Attempts that ended while their code went on, and kept their slots. */
  readonly abandoned: number;
  readonly retries: number;
  /** Attempts that asked to be executed later. */
  readonly snoozes: number;
  readonly cancelledWaiting: number;
  readonly cancelledRunning: number;
  readonly cancelsRefused: number;
  /** Runs that were dispatched again because no dispatch delivered them. */
  readonly reconciledStarts: number;
  readonly pauses: number;
  readonly edits: number;
  /** Ends that were followed more than once: the process that followed them died before it had noted so. */
  readonly followedAgain: number;
  /** Requests to the API that got no response. */
  readonly unanswered: number;
}

/** A dispatch this much younger than its run is another one than the first. */
const FIRST_DISPATCH_MS = 2000;

export function countOccurrences({
  instances,
  ledger,
  answers,
  followed,
}: Pick<Evidence, "instances" | "ledger" | "answers" | "followed">): Occurrences {
  const effects = ledger.filter((line): line is EffectLine => line.type !== "died");
  const ended = Map.groupBy(
    effects.filter(({ type }) => type === "end"),
    ({ instanceId }) => instanceId,
  );
  const count = (is: (run: JobInstance) => boolean): number => instances.filter(is).length;
  const steps = instances.flatMap(({ history }) => history);
  const missed = instances.filter((run) => run.missed !== null);
  const answered = (type: string): number =>
    answers.filter((answer) => answer.type === type && answer.answeredAtMs !== null).length;
  return {
    fires: count((run) => run.missed === null && run.trigger.nominalTime !== undefined),
    runsDone: count(({ state }) => state === "Succeeded"),
    tasksDone: count((run) => run.jobKey === CHAOS_TASK && run.state === "Succeeded"),
    retriesAfterCrash: count(({ history }) =>
      history.some(
        ({ to, reason }, index) =>
          to === "Failed" && isFailedBy(reason, "worker_lost") && history[index + 1]?.to === "Processing",
      ),
    ),
    repeatedEffects: instances.reduce(
      (sum, run) =>
        sum +
        (ended.get(run.id) ?? []).filter(({ ranToEnd, attempt }) => ranToEnd && attempt < run.attempt).length,
      0,
    ),
    refusedLateWrites: instances.reduce(
      (sum, run) => sum + (ended.get(run.id) ?? []).filter((line) => isLate(run, line)).length,
      0,
    ),
    misfires: missed.length,
    missedFires: missed.reduce((sum, run) => sum + (run.missed?.count ?? 0), 0),
    skips: count(({ state, missed }) => state === "Skipped" && missed === null),
    timeouts: steps.filter(({ to, reason }) => to === "Failed" && isFailedBy(reason, "timeout")).length,
    abandoned: count(
      ({ abandoned, history }) =>
        abandoned !== null || history.some(({ reason }) => reason?.code === "slot_given_back"),
    ),
    retries: steps.filter(({ from, to }) => from === "Failed" && to === "Processing").length,
    snoozes: steps.filter(({ from, to }) => from === "Processing" && to === "Scheduled").length,
    cancelledWaiting: steps.filter(({ from, to }) => to === "Cancelled" && from !== "Processing").length,
    cancelledRunning: steps.filter(({ from, to }) => to === "Cancelled" && from === "Processing").length,
    cancelsRefused: answers.filter((answer) => answer.type === "cancel" && answer.isRefused).length,
    reconciledStarts: count(
      ({ attempt, dispatchId, createdAt }) =>
        attempt <= 1 && (dispatchedAtMs(dispatchId) ?? 0) > createdAt.getTime() + FIRST_DISPATCH_MS,
    ),
    pauses: answered("pause"),
    edits: answered("edit"),
    followedAgain: [...followed.values()].filter((times) => times > 1).length,
    unanswered: answers.filter(({ answeredAtMs }) => answeredAtMs === null).length,
  };
}

/** Whether the attempt had been given up, as lost or as too slow, when its code came to an end. */
function isLate({ history }: JobInstance, { attempt, wallMs }: EffectLine): boolean {
  return history.some(
    (entry) => entry.to === "Failed" && entry.attempt === attempt && entry.at.getTime() < wallMs - 50,
  );
}

/** When a dispatch was made, by its id: a UUID of version 7 begins with the time. */
function dispatchedAtMs(dispatchId: string): number | null {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(dispatchId)
    ? Number.parseInt(dispatchId.replaceAll("-", "").slice(0, 12), 16)
    : null;
}

function isFailedBy(reason: Reason | null, code: string): boolean {
  return reason?.code === "attempt_failed" && reason.parameters.failure.code === code;
}
