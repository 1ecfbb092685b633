import type { Problem } from "./operations.generated.ts";

/** Why a call did not get what it asked for. */
export const ApiErrorKind = {
  /** The API said no, and why. */
  Problem: "problem",
  /** The server did not respond. */
  Offline: "offline",
  /** The response is not the API's, but for example a proxy's. */
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
