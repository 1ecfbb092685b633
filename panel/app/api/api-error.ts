import type { Problem } from "./operations.generated.ts";

/** Why a call did not get what it asked for. */
export const ApiErrorKind = {
  /** The API said no, and why. */
  Problem: "problem",
  /** Nobody answered. */
  Offline: "offline",
  /** Something else than the API answered, such as a proxy. */
  Foreign: "foreign",
} as const;
export type ApiErrorKind = (typeof ApiErrorKind)[keyof typeof ApiErrorKind];

/** The one error of every call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly problem: Problem | null;

  constructor(kind: ApiErrorKind, status: number, message: string, problem: Problem | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
