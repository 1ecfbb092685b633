import { MoJobErrorCode } from "./code-names.generated.ts";
import type { InputIssue } from "./issue/issue-code.ts";

export { MoJobErrorCode };

export interface MoJobErrorOptions extends ErrorOptions {
  /** The single mistakes behind a refused input. @default [] */
  readonly issues?: readonly InputIssue[];
  /** What a sentence about it is made of, such as why a task refuses something. @default {} */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The one error this project throws: `code` says what happened, `message` says it to a person, `cause` is kept. */
export class MoJobError extends Error {
  override readonly name = "MoJobError";
  readonly code: MoJobErrorCode;
  readonly issues: readonly InputIssue[];
  readonly parameters: Readonly<Record<string, unknown>>;

  constructor(code: MoJobErrorCode, message: string, options: MoJobErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.parameters = options.parameters ?? {};
  }
}

/**
 * Thrown by a job, ends its run at once: the attempt fails, and no retry follows.
 * @example
 * if (response.status === 404) throw new NonRetryableError(`There is no order "${order}"`);
 */
export class NonRetryableError extends Error {
  override readonly name = "NonRetryableError";
  readonly retryable = false;
}

/** This class in every copy of the package, and the client's error, which has the same codes. */
const NAMES: ReadonlySet<unknown> = new Set(["MoJobError", "MoJobClientError"]);

/**
 * Whether a thrown value is a `MoJobError`, or the `MoJobClientError` of a client, optionally of one code, also across duplicate copies of this
 * package. Never throws.
 * @example
 * ```ts
 * import { isMoJobError } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [] });
 * try {
 *   await scheduler.trigger("shop.unknown");
 * } catch (error) {
 *   if (!isMoJobError(error, "job_not_found")) throw error;
 * }
 * await close();
 * ```
 */
export function isMoJobError(error: unknown, code?: MoJobErrorCode): error is MoJobError {
  try {
    return (
      error instanceof Error &&
      NAMES.has(error.name) &&
      "code" in error &&
      typeof error.code === "string" &&
      (code === undefined || error.code === code)
    );
  } catch {
    // What is thrown may be a proxy or have getters that throw in their turn.
    return false;
  }
}
