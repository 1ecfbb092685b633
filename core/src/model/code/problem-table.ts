import type { HttpProblemCode, MoJobErrorCode } from "../../base/code-names.generated.ts";
import type { CodeRow, ProblemStatus } from "./code-row.ts";
import { CODES } from "./code-table.ts";

export type ProblemCode = MoJobErrorCode | HttpProblemCode;

export interface ProblemRow extends Required<Pick<CodeRow, "title" | "detail">> {
  readonly status: ProblemStatus;
}

/** Every problem of the API. */
export const PROBLEM_TABLE = Object.fromEntries(
  Object.entries(CODES).flatMap(([code, { error, request, ...row }]) => {
    const status = error ?? request;
    return status === undefined ? [] : [[code, { ...row, status }]];
  }),
) as Readonly<Record<ProblemCode, ProblemRow>>;
