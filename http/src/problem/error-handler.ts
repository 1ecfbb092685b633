import { type Clock, createId, type InputIssue, isMoJobError } from "@mojob/core";
import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { HttpProblemCode, isProblemCode } from "./problem-code.ts";
import { type Problem, problemOf, problemResponse } from "./problem.ts";

/** Where an unexpected error happened; `id` is the one its caller was told. */
export interface ErrorReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export type ReportError = (error: unknown, report: ErrorReport) => void;

/** Turns whatever a route threw into a problem; what nobody foresaw is reported and answered without a word of it. */
export function createErrorHandler(clock: Clock, report: ReportError): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const problem = isMoJobError(error) ? problemOfError(error) : null;
    if (problem !== null && problem.status < 500) return problemResponse(problem);
    const id = createId(clock.now());
    const instance = `urn:uuid:${id}`;
    report(error, { id, method: c.req.method, path: c.req.path });
    if (problem?.status === 503) return problemResponse({ ...problem, instance });
    const detail = `The request failed for a reason on the server's side; ask for "${id}" in its reports`;
    return problemResponse(problemOf(HttpProblemCode.InternalError, detail, { instance }));
  };
}

/** A refusal of the scheduler as a problem; `under` is put before its pointers where it speaks of a part of the body. */
export function problemOfError(
  error: {
    readonly code: string;
    readonly message: string;
    readonly issues: readonly InputIssue[];
    readonly cause?: unknown;
  },
  under = "",
): Problem {
  const code = isProblemCode(error.code) ? error.code : HttpProblemCode.InternalError;
  const position = positionOf(error.cause);
  const errors = error.issues.map(({ pointer, message }) => ({
    pointer: under + pointer,
    ...(position !== undefined && { position }),
    message,
  }));
  return problemOf(code, error.message, errors.length > 0 ? { errors } : {});
}

/** A mistake in a cron expression says where it is. */
function positionOf(cause: unknown): number | undefined {
  const isMistake = cause instanceof Error && "position" in cause && typeof cause.position === "number";
  return isMistake ? (cause.position as number) : undefined;
}
