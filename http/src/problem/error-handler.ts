import { isMoJobError } from "@mojob/core";
import type { InputIssue } from "@mojob/core/engine";
import { type Clock, createId } from "@mojob/core/ports";
import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { HttpProblemCode, isProblemCode } from "./problem-code.ts";
import { type Problem, problemOf, problemResponse } from "./problem.ts";

/** Where an unexpected error happened; its caller got the `id` too. */
export interface ErrorReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export type ReportError = (error: unknown, report: ErrorReport) => void;

/** Turns an error of a route into a problem; an unexpected one is reported, and nothing of it is in the response. */
export function createErrorHandler(clock: Clock, report: ReportError): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const problem = isMoJobError(error) ? problemOfError(error) : null;
    // That a scheduler was opened without a feature is no failure of it.
    if (problem !== null && (problem.status < 500 || problem.status === 501))
      return problemResponse(problem, retryAfter(problem));
    const id = createId(clock.now());
    const instance = `urn:uuid:${id}`;
    report(error, { id, method: c.req.method, path: c.req.path });
    if (problem?.status === 503) return problemResponse({ ...problem, instance });
    const detail = `The request failed for a reason on the server's side; ask for "${id}" in its reports`;
    return problemResponse(problemOf(HttpProblemCode.InternalError, detail, { instance }));
  };
}

/** Where it is known how long to wait. */
function retryAfter({ parameters }: Problem): Readonly<Record<string, string>> {
  const waitMs = parameters?.["waitMs"];
  return typeof waitMs === "number" ? { "Retry-After": String(Math.ceil(waitMs / 1000)) } : {};
}

/** A refusal of the scheduler as a problem; `under` is put before its pointers where it concerns a part of the body. */
export function problemOfError(
  error: {
    readonly code: string;
    readonly message: string;
    readonly issues: readonly InputIssue[];
    readonly parameters?: Readonly<Record<string, unknown>>;
  },
  under = "",
): Problem {
  const code = isProblemCode(error.code) ? error.code : HttpProblemCode.InternalError;
  const errors = error.issues.map(({ pointer, ...issue }) => ({
    pointer: under + pointer,
    ...positionOf(issue.parameters),
    ...issue,
  }));
  const { parameters = {} } = error;
  const { revision } = parameters;
  return problemOf(code, error.message, {
    ...(errors.length > 0 && { errors }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(typeof revision === "number" && { revision }),
  });
}

/** A mistake in a cron expression says where it is. */
function positionOf(parameters: InputIssue["parameters"]): { readonly position?: number } {
  const position = parameters?.["position"];
  return typeof position === "number" ? { position } : {};
}
