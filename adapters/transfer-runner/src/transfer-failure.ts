import type { WorkErrorCode } from "@mojob/core/ports";

/** How a transfer failed, before it is said of which connection. */
export class TransferFailure extends Error {
  override readonly name = "TransferFailure";
  readonly code: WorkErrorCode;
  /** Whether the connection broke, so that another one can go on where it was. */
  readonly isBroken: boolean;
  /** The file that it is about; `null` where it is about the server. */
  readonly file: string | null;

  /** @param message in the server's words, masked by the caller */
  constructor(
    code: WorkErrorCode,
    message: string,
    { isBroken = false, file = null, cause }: FailureOptions = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.isBroken = isBroken;
    this.file = file;
  }
}

export interface FailureOptions {
  /** @default false */
  readonly isBroken?: boolean;
  /** @default null */
  readonly file?: string | null;
  /** @default none */
  readonly cause?: unknown;
}
