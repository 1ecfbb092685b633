import { escapePointer, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { httpProblem, type ProblemError } from "../problem/problem.ts";

/** A schema that takes anything and answers `Output`, or says what is wrong. */
export type Parser<Output> = v.GenericSchema<unknown, Output>;

/** The parts of a request that are checked by a schema. */
export type RequestPart = "path" | "query" | "body";

/**
 * Checks one part of a request.
 * @throws HTTPException 400 `invalid_argument`: a JSON Pointer for each mistake in a body, a parameter's name elsewhere
 */
export function validate<Output>(schema: Parser<Output>, part: RequestPart, input: unknown): Output {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const errors = parsed.issues.map((issue) => toProblemError(part, issue));
  throw httpProblem(MoJobErrorCode.InvalidArgument, summaryOf(part, errors), { errors });
}

function toProblemError(part: RequestPart, issue: v.BaseIssue<unknown>): ProblemError {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const message = messageOf(issue);
  if (part === "body") return { pointer: keys.map((key) => `/${escapePointer(key)}`).join(""), message };
  return { parameter: keys[0] ?? part, message };
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  const isAboutKey = issue.type === "strict_object" || issue.type === "object";
  if (isAboutKey && issue.expected === "never") return "is not known here";
  if (isAboutKey && issue.received === "undefined") return "is required";
  return issue.message;
}

function summaryOf(part: RequestPart, errors: readonly ProblemError[]): string {
  const told = errors
    .slice(0, 3)
    .map(({ pointer, parameter, message }) => `"${pointer ?? parameter}" ${message}`);
  const more = errors.length > told.length ? `; and ${errors.length - told.length} more` : "";
  return `Cannot use the ${part}: ${told.join("; ")}${more}`;
}
