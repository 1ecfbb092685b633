import type { InputIssue } from "@mojob/core/engine";
import { numberOfCode } from "@mojob/core/words";
import { HTTPException } from "hono/http-exception";
import { type ProblemCode, PROBLEMS } from "./problem-code.ts";

/** One mistake: in the body it has a JSON Pointer (RFC 6901), in the query, path or headers a parameter's name. */
export interface ProblemError extends Omit<InputIssue, "pointer"> {
  readonly pointer?: string;
  readonly parameter?: string;
  /** In a cron expression: the character, from 1. */
  readonly position?: number;
  /** In a text: the line, from 1. */
  readonly line?: number;
  /** In its line, from 1, in UTF-16 code units. */
  readonly column?: number;
}

/** The mistake of a parameter: its issue without a pointer. */
export function parameterError(parameter: string, issue: InputIssue): ProblemError {
  const { pointer: _, ...rest } = issue;
  return { parameter, ...rest };
}

/** A failure as every client reads it (RFC 9457), with the members `code`, `number`, `errors` and, where an edit was stale, `revision` or `version`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  /** The number of the code. */
  readonly number: number;
  readonly errors?: readonly ProblemError[];
  /** What a sentence about it is made of. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Names this one occurrence in the server's reports. */
  readonly instance?: string;
  /** The definition's revision as it is now. */
  readonly revision?: number;
  /** The version of the job's script that is in force. */
  readonly version?: number;
}

export type ProblemExtras = Pick<Problem, "errors" | "parameters" | "instance" | "revision" | "version">;

const NUMBERS = Object.fromEntries(
  Object.keys(PROBLEMS).map((code) => [code, numberOfCode(code)]),
) as Readonly<Record<ProblemCode, number>>;
const CONTENT_TYPE = "application/problem+json";
/** Long enough for a store to fail over, short enough for a person to wait. */
const RETRY_AFTER_S = "5";

const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": 'Bearer realm="mojob"' },
  429: { "Retry-After": RETRY_AFTER_S },
  503: { "Retry-After": RETRY_AFTER_S },
};

export function problemOf(code: ProblemCode, detail: string, extras: ProblemExtras = {}): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `urn:mojob:problem:${code}`, title, status, detail, code, number: NUMBERS[code], ...extras };
}

export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...STATUS_HEADERS[problem.status], ...headers, "Content-Type": CONTENT_TYPE },
  });
}

/** The exception by which a guard responds at once with a problem. */
export function httpProblem(
  code: ProblemCode,
  detail: string,
  extras: ProblemExtras = {},
  headers: Readonly<Record<string, string>> = {},
): HTTPException {
  const res = problemResponse(problemOf(code, detail, extras), headers);
  return new HTTPException(PROBLEMS[code].status, { message: detail, res });
}
