import type { WorkErrorCode } from "@mojob/core/ports";

/** How a statement failed, before it is said of which connection. */
export class SqlFailure extends Error {
  override readonly name = "SqlFailure";
  readonly code: WorkErrorCode;
  /** The bound that was passed. @default none was */
  readonly limit: number | null;

  /** @param message in the database's words, masked by the caller */
  constructor(code: WorkErrorCode, message: string, { limit = null, cause }: FailureOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.limit = limit;
  }
}

export interface FailureOptions {
  /** @default none was passed */
  readonly limit?: number | null;
  /** @default none */
  readonly cause?: unknown;
}
