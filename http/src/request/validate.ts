import { MoJobErrorCode } from "@mojob/core";
import { toInputIssue } from "@mojob/core/engine";
import * as v from "valibot";
import { httpProblem, parameterError, type ProblemError } from "../problem/problem.ts";

/** A schema that takes any value and returns `Output`, or the mistakes. */
export type Parser<Output> = v.GenericSchema<unknown, Output>;

/** A refusal lists no more mistakes than this. */
const MOST_ERRORS = 100;

/** The parts of a request that are checked by a schema. */
export type RequestPart = "path" | "query" | "body";

/**
 * Checks one part of a request.
 * @throws HTTPException 400 `invalid_argument`: a JSON Pointer for each mistake in a body, a parameter's name elsewhere
 */
export function validate<Output>(schema: Parser<Output>, part: RequestPart, input: unknown): Output {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const errors = parsed.issues.slice(0, MOST_ERRORS).map((issue) => toProblemError(part, issue));
  throw httpProblem(MoJobErrorCode.InvalidArgument, summaryOf(part, errors, parsed.issues.length), {
    errors,
  });
}

function toProblemError(part: RequestPart, issue: v.BaseIssue<unknown>): ProblemError {
  const found = toInputIssue(issue);
  if (part === "body") return found;
  const [parameter = part] = (issue.path ?? []).map(({ key }) => String(key));
  return parameterError(parameter, found);
}

function summaryOf(part: RequestPart, errors: readonly ProblemError[], count: number): string {
  const shown = errors
    .slice(0, 3)
    .map(({ pointer, parameter, message }) => `"${pointer ?? parameter}" ${message}`);
  const more = count > shown.length ? `; and ${count - shown.length} more` : "";
  return `Cannot use the ${part}: ${shown.join("; ")}${more}`;
}
