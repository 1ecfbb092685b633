/** Every way an operation of this project can fail; callers branch on these, never on messages. */
export const MoJobErrorCode = {
  InvalidArgument: "invalid_argument",
  InvalidArgs: "invalid_args",
  InvalidCron: "invalid_cron",
  InvalidConfiguration: "invalid_configuration",
  JobNotFound: "job_not_found",
  InstanceNotFound: "instance_not_found",
  JobDisabled: "job_disabled",
  WrongJobKind: "wrong_job_kind",
  JobKeyTaken: "job_key_taken",
  AlreadyTerminal: "already_terminal",
  StaleRevision: "stale_revision",
  IdempotencyMismatch: "idempotency_mismatch",
  IllegalTransition: "illegal_transition",
  StoreUnavailable: "store_unavailable",
  RuntimeUnavailable: "runtime_unavailable",
  LockHeld: "lock_held",
  ShuttingDown: "shutting_down",
  /** The attempt took longer than its job allows. */
  Timeout: "timeout",
  /** The run was asked to end. */
  Cancelled: "cancelled",
  /** The worker stopped before the attempt had ended. */
  WorkerShutdown: "worker_shutdown",
  /** The worker vanished with the attempt. */
  WorkerLost: "worker_lost",
} as const;
export type MoJobErrorCode = (typeof MoJobErrorCode)[keyof typeof MoJobErrorCode];

/** One mistake in an input: where it is (JSON Pointer, RFC 6901) and what is wanted there. */
export interface InputIssue {
  readonly pointer: string;
  readonly message: string;
}

export interface MoJobErrorOptions extends ErrorOptions {
  /** The single mistakes behind a refused input. @default [] */
  readonly issues?: readonly InputIssue[];
}

/** The one error this project throws: `code` says what happened, `message` says it to a person, `cause` is kept. */
export class MoJobError extends Error {
  override readonly name = "MoJobError";
  readonly code: MoJobErrorCode;
  readonly issues: readonly InputIssue[];

  constructor(code: MoJobErrorCode, message: string, options: MoJobErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
  }
}

/** Tells a `MoJobError` (optionally of one code) from anything else, also across duplicate copies of this package; never throws. */
export function isMoJobError(error: unknown, code?: MoJobErrorCode): error is MoJobError {
  try {
    return (
      error instanceof Error &&
      error.name === "MoJobError" &&
      "code" in error &&
      typeof error.code === "string" &&
      (code === undefined || error.code === code)
    );
  } catch {
    // What is thrown may be a proxy or have getters that throw in their turn.
    return false;
  }
}
