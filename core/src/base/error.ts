import type { InputIssue } from "./issue/issue-code.ts";

/** Every way an operation of this project can fail; callers branch on these, never on messages. */
export const MoJobErrorCode = {
  InvalidArgument: "invalid_argument",
  InvalidArgs: "invalid_args",
  InvalidCron: "invalid_cron",
  InvalidConfiguration: "invalid_configuration",
  /** The scheduler was opened without the feature that a method belongs to. */
  FeatureMissing: "feature_missing",
  /** The principal lacks a permission. */
  Forbidden: "forbidden",
  JobNotFound: "job_not_found",
  InstanceNotFound: "instance_not_found",
  WorkerNotFound: "worker_not_found",
  SecretNotFound: "secret_not_found",
  /** The app has a secret of this name already. */
  SecretTaken: "secret_taken",
  /** This process has no keys, or not the one that a secret was sealed with. */
  KeyMissing: "key_missing",
  CallbackNotFound: "callback_not_found",
  /** The attempt that a report is for has ended. */
  CallbackEnded: "callback_ended",
  ScriptVersionNotFound: "script_version_not_found",
  JobDisabled: "job_disabled",
  LeftCode: "left_code",
  WrongJobKind: "wrong_job_kind",
  JobKeyTaken: "job_key_taken",
  AlreadyTerminal: "already_terminal",
  /** An app has as many jobs, or as much that waits, as it may have. */
  QuotaExceeded: "quota_exceeded",
  WaitingLimit: "waiting_limit",
  /** The tenant takes no triggers. */
  TenantDisabled: "tenant_disabled",
  NotWaiting: "not_waiting",
  /** The run is not one of a task. */
  NotATask: "not_a_task",
  /** A task cannot do what it is asked for now. */
  TaskRefused: "task_refused",
  /** The job has a pause in force that would be replaced. */
  AlreadyPaused: "already_paused",
  /** The run was run again already. */
  AlreadyRerun: "already_rerun",
  OperationNotFound: "operation_not_found",
  /** A stored file that is not there, or no longer as a value says. */
  FileNotFound: "file_not_found",
  /** A file that is larger than files may be, or one more than a run may have. */
  FileRefused: "file_refused",
  IncidentNotFound: "incident_not_found",
  IncidentResolved: "incident_resolved",
  SilenceNotFound: "silence_not_found",
  HeartbeatNotFound: "heartbeat_not_found",
  ViewNotFound: "view_not_found",
  PersonNotFound: "person_not_found",
  PersonTaken: "person_taken",
  MembershipNotFound: "membership_not_found",
  LastSuperadmin: "last_superadmin",
  AlreadySetUp: "already_set_up",
  LinkEnded: "link_ended",
  WrongCredentials: "wrong_credentials",
  SecondFactorNeeded: "second_factor_needed",
  /** The tenant is open to people with a second factor alone, and this person has set up none. */
  SecondFactorRequired: "second_factor_required",
  TokenNotFound: "token_not_found",
  TokenTaken: "token_taken",
  TokenExpired: "token_expired",
  TokenRevoked: "token_revoked",
  SessionNotFound: "session_not_found",
  NoAccess: "no_access",
  SignInFailed: "sign_in_failed",
  /** Too many wrong tokens or passwords came from somewhere, or too many at once. */
  TooManyAttempts: "too_many_attempts",
  /** Runs begin each other, one after the other, and are too many. */
  ChainTooLong: "chain_too_long",
  /** An operation that cannot be undone, or no longer. */
  NotUndoable: "not_undoable",
  /** A value of a task that nobody may change. */
  ValueNotEditable: "value_not_editable",
  StaleRevision: "stale_revision",
  /** Another version of the script is in force than the caller saw. */
  StaleScript: "stale_script",
  IdempotencyMismatch: "idempotency_mismatch",
  IllegalTransition: "illegal_transition",
  StoreUnavailable: "store_unavailable",
  /** Nothing is changed without its entry in the audit, and that cannot be written. */
  AuditUnavailable: "audit_unavailable",
  RuntimeUnavailable: "runtime_unavailable",
  LockHeld: "lock_held",
  ShuttingDown: "shutting_down",
  /** A result was waited for, and the run failed for good. */
  RunFailed: "run_failed",
  /** A result was waited for, and the run was skipped. */
  RunSkipped: "run_skipped",
  /** The attempt took longer than its job allows. */
  Timeout: "timeout",
  /** The run was asked to end. */
  Cancelled: "cancelled",
  /** The worker stopped before the attempt had ended. */
  WorkerShutdown: "worker_shutdown",
  /** The worker died during the attempt. */
  WorkerLost: "worker_lost",
} as const;
export type MoJobErrorCode = (typeof MoJobErrorCode)[keyof typeof MoJobErrorCode];

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
