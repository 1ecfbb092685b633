import { describeValue } from "../../base/describe-value.ts";
import { isMoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { byteLength, truncateText } from "../../base/truncate.ts";
import { copyJson } from "../../base/json.ts";
import type { TextMask } from "../../base/sealing/text-mask.ts";
import type { FailureParameters } from "../../model/reason.ts";
import type { JobFailure } from "../../model/instance/job-instance.ts";
import { isAuthorNumber } from "../../model/code/error-number.ts";
import { fullFailure } from "../../model/instance/transitions.ts";
import { isWorkError, type WorkError } from "../../work/work-error.ts";
import { failureText } from "../../model/code/reason-text.ts";
import type { ResolvedWorkerOptions } from "../worker/worker-options.ts";
import type { RunEnd } from "./run-end.ts";
import type { RunningAttempt } from "./running-attempt.ts";

const LONGEST_CAUSE_CHAIN = 5;
const MOST_MISTAKES = 3;

/**
 * Describes whatever a job threw as data that can be kept: capped, and never throwing itself.
 * @param mask hides texts in it before anything is cut
 */
export function describeFailure(
  thrown: unknown,
  maxBytes: number,
  keepsStack = true,
  mask: TextMask | null = null,
): JobFailure {
  if (isWorkError(thrown)) return describeWork(thrown, maxBytes, mask);
  const code = isMoJobError(thrown) ? thrown.code : "job_error";
  const shown = (text: string): string => mask?.text(text) ?? text;
  const message = truncateText(shown(messageOf(thrown)), Math.floor(maxBytes / 4));
  const mistakes = mistakesOf(thrown, Math.floor(maxBytes / 4), mask);
  const room = mistakes.parameters === undefined ? (maxBytes * 3) / 4 : maxBytes / 2;
  const stack = keepsStack ? truncateText(withoutFolders(shown(stackOf(thrown))), Math.floor(room)) : "";
  return { code, ...numberOf(thrown), message, ...mistakes, ...(stack !== "" && { stack }) };
}

/** The number that the author of the job gave the error; anything else of this name is the error's own affair. */
function numberOf(thrown: unknown): Pick<JobFailure, "number"> {
  const number = isMoJobError(thrown) ? undefined : read(thrown, "number");
  return isAuthorNumber(number) ? { number } : {};
}

/** A failure of a program or server: a stack of ours says nothing about it. */
function describeWork(
  { code, message, parameters }: WorkError,
  maxBytes: number,
  mask: TextMask | null,
): JobFailure {
  const kept = mask === null ? parameters : (mask.json(copyJson(parameters)) as FailureParameters);
  return {
    code,
    message: truncateText(mask?.text(message) ?? message, Math.floor(maxBytes / 4)),
    parameters: kept,
  };
}

/** The mistakes in arguments that the job refused, where the first few fit. */
function mistakesOf(
  thrown: unknown,
  maxBytes: number,
  mask: TextMask | null,
): Pick<JobFailure, "parameters"> {
  if (!isMoJobError(thrown, "invalid_args")) return {};
  const first = thrown.issues.slice(0, MOST_MISTAKES);
  // A sentence of the job's own schema may have the value in it.
  const issues = mask === null ? first : (mask.json(copyJson(first)) as unknown as readonly InputIssue[]);
  const fits = issues.length > 0 && byteLength(JSON.stringify(issues)) <= maxBytes;
  return fits ? { parameters: { issues } } : {};
}

/** Whether the thrown value says that trying again is no use: `retryable: false`, or arguments that do not fit. */
export function isFinalFailure(thrown: unknown): boolean {
  return isMoJobError(thrown, "invalid_args") || read(thrown, "retryable") === false;
}

/** The names of the thrown value: its name and its code, where it has them. */
export function namesOfFailure(thrown: unknown): readonly string[] {
  return [read(thrown, "name"), read(thrown, "code")].filter((name) => typeof name === "string");
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown === "" ? "The job threw an empty text" : thrown;
  const message = read(thrown, "message");
  if (typeof message === "string" && message !== "") return message;
  const name = isError(thrown) ? read(thrown, "name") : undefined;
  return typeof name === "string" && name !== "" ? name : `The job threw ${describeValue(thrown)}`;
}

/** The stack of an error and of what caused it; empty for anything else. */
function stackOf(thrown: unknown): string {
  const stacks: string[] = [];
  let current = thrown;
  while (isError(current) && stacks.length < LONGEST_CAUSE_CHAIN) {
    const stack = read(current, "stack");
    stacks.push(typeof stack === "string" ? stack : messageOf(current));
    current = read(current, "cause");
  }
  return stacks.join("\nCaused by: ");
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/** A property read once and without throwing: what is thrown may be a proxy or have getters. */
function read(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** A frame's line, and the absolute path of a file in it: one that was cut already stays as it is. */
const FRAME = /^\s+at .*$/gm;
const ABSOLUTE = /(?<![\w.@-])(?:file:\/\/)?(?:\/|\b[A-Za-z]:[\\/])[^\s()]*[\\/]([^\s()]+)/g;
const SHOWN_FOLDERS = 2;

/** The frames without what says where on the machine the program lies: from the package on, or the last two folders. */
function withoutFolders(stack: string): string {
  return stack.replace(FRAME, (frame) => frame.replace(ABSOLUTE, shortPath));
}

function shortPath(path: string): string {
  const parts = path.split(/[\\/]+/);
  const packages = parts.lastIndexOf("node_modules");
  return parts.slice(packages >= 0 ? packages : -SHOWN_FOLDERS - 1).join("/");
}

/** The names and the number that `retryOn` compares. */
export function failureNames(end: RunEnd): readonly string[] {
  if (end.type !== "threw") return [];
  const { number } = numberOf(end.error);
  return [...namesOfFailure(end.error), ...(number === undefined ? [] : [String(number)])];
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

/** The failure to report for a retry that won no slot: the error of its code comes first. */
export function withFullRetry(error: JobFailure | null, limit: number): JobFailure {
  const full = fullFailure(limit);
  if (error === null) return full;
  const { code, number, stack } = error;
  const message = `${failureText(error)} (its retry failed: ${full.message})`;
  return { code, ...(number !== undefined && { number }), message, ...(stack !== undefined && { stack }) };
}
