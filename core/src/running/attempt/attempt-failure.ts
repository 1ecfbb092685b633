import type { JobFailure } from "../../model/instance/job-instance.ts";
import { MoJobErrorCode } from "../../base/error.ts";
import { failureText } from "../../model/words/reason-text.ts";
import type { ResolvedWorkerOptions } from "../worker/worker-options.ts";
import { describeFailure, isFinalFailure, namesOfFailure } from "./job-failure.ts";
import type { RunEnd } from "./run-end.ts";
import type { RunningAttempt } from "./running-attempt.ts";

/** What `retryOn` compares. */
export function failureNames(end: RunEnd): readonly string[] {
  return end.type === "threw" ? namesOfFailure(end.error) : [];
}

/** Whether the error says that no retry helps. */
export function isFinal(end: RunEnd): boolean {
  return end.type === "threw" && isFinalFailure(end.error);
}

/** The failure that is recorded: the reason the attempt was asked to end precedes the error its code threw because of it. */
export function failureOf(
  run: RunningAttempt,
  end: RunEnd,
  { maxErrorBytes, keepStacks }: Pick<ResolvedWorkerOptions, "maxErrorBytes" | "keepStacks">,
): JobFailure {
  if (run.abortCode !== null) {
    const failure = { code: run.abortCode, message: run.abortMessage };
    const parameters = {
      ...(run.abortCode === MoJobErrorCode.Timeout && { limitMs: run.timeoutMs }),
      ...(run.hasIgnoredSignal && { ignoredSignal: true }),
      ...(end.type === "abandoned" && end.isStopped && { stopped: true }),
    };
    return { ...failure, parameters, message: failureText({ ...failure, parameters }) };
  }
  return describeFailure(end.type === "threw" ? end.error : undefined, maxErrorBytes, keepStacks, run.mask);
}
