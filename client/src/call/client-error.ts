import type { Problem } from "../api/operations.generated.ts";

/** The codes of errors of calls that no scheduler has judged. */
export const ClientErrorCode = {
  /** The server did not respond, also not when it was asked again. */
  Unreachable: "unreachable",
  /** The response is not the scheduler's, but for example a proxy's. */
  ForeignResponse: "foreign_response",
} as const;
export type ClientErrorCode = (typeof ClientErrorCode)[keyof typeof ClientErrorCode];

export interface MoJobClientErrorOptions extends ErrorOptions {
  /** The status of the response; 0 where there was none. @default 0 */
  readonly status?: number;
  /** The problem with which the API refused the call. @default null */
  readonly problem?: Problem | null;
  /** @default null */
  readonly requestId?: string | null;
}

/**
 * The one error of a client. `code` is the problem's, so that code which knows a scheduler's own `MoJobError`
 * (`isMoJobError(error, "job_not_found")` of @mojob/core) treats both alike.
 */
export class MoJobClientError extends Error {
  override readonly name = "MoJobClientError";
  readonly code: Problem["code"] | ClientErrorCode;
  readonly status: number;
  readonly problem: Problem | null;
  /** The id to ask for in the server's reports; `null` where the server named none. */
  readonly requestId: string | null;
  /** The single mistakes behind a refused input. */
  readonly issues: NonNullable<Problem["errors"]>;

  constructor(
    code: MoJobClientError["code"],
    message: string,
    { status = 0, problem = null, requestId = null, cause }: MoJobClientErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
    this.issues = problem?.errors ?? [];
  }
}

/** Whether a thrown value is a client's error, optionally of one code. */
export function isMoJobClientError(
  error: unknown,
  code?: MoJobClientError["code"],
): error is MoJobClientError {
  return error instanceof MoJobClientError && (code === undefined || error.code === code);
}

/** The error of a response that is no success. */
export function refusalOf(response: Response, text: string): MoJobClientError {
  const { status, statusText, headers } = response;
  const ownId = headers.get("X-Request-Id");
  if (headers.get("Content-Type")?.startsWith("application/problem+json") !== true) {
    const code =
      status === 0 || status >= 500 ? ClientErrorCode.Unreachable : ClientErrorCode.ForeignResponse;
    const message =
      `The response to a call of the scheduler is not the scheduler's: ${status} ${statusText}`.trim();
    return new MoJobClientError(code, message, { status, requestId: ownId });
  }
  const problem = JSON.parse(text) as Problem;
  const requestId = problem.instance?.replace(/^urn:uuid:/, "") ?? ownId;
  return new MoJobClientError(problem.code, problem.detail, { status, problem, requestId });
}
