import type { HttpProblemCode, MoJobErrorCode } from "../../base/code-names.generated.ts";
import type { Both, ProblemStatus } from "./code-row.ts";
import { CODES } from "./code-table.ts";

export type ProblemCode = MoJobErrorCode | HttpProblemCode;

export interface ProblemRow {
  readonly status: ProblemStatus;
  readonly title: Both<string>;
  /** The Chinese sentence; the English one is that of the occurrence. */
  readonly detail: string;
}

/** Every problem of the API. */
export const PROBLEM_TABLE = Object.fromEntries(
  Object.entries(CODES).flatMap(([code, { request, error = request, detail }]) => {
    if (error === undefined) return [];
    const [status, ...title] = error;
    return [[code, { status, title, detail }] as const];
  }),
) as unknown as Readonly<Record<ProblemCode, ProblemRow>>;
