import { HttpProblemCode, PROBLEM_TABLE, type ProblemCode, type ProblemStatus } from "@mojob/core/words";

export { HttpProblemCode, type ProblemCode };

export interface ProblemKind {
  readonly status: ProblemStatus;
  /** The same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string;
}

/** Every problem of the API with its status. */
export const PROBLEMS = Object.fromEntries(
  Object.entries(PROBLEM_TABLE).map(([code, { status, title }]) => [code, { status, title: title[0] }]),
) as Readonly<Record<ProblemCode, ProblemKind>>;

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(PROBLEMS, code);
}
