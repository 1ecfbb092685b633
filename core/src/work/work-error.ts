import type { FailureParameters } from "../model/reason.ts";
import { failureText } from "../model/words/reason-text.ts";

/** How work that is not the app's own code fails; a job's `retryOn` can name these. `@mojob/core/words` has the sentences. */
export const WorkErrorCode = {
  /** The program ended with another exit code than 0. */
  ExitCode: "exit_code",
  /** A signal ended the program. */
  ExitSignal: "exit_signal",
  /** The program is not on the worker's machine, or cannot be executed. */
  ProgramMissing: "program_missing",
  /** The script is not the text that was saved: something changed the store beside the scheduler. */
  ScriptChanged: "script_changed",
  MemoryLimit: "memory_limit",
  CpuLimit: "cpu_limit",
  OutputLimit: "output_limit",
  ProcessLimit: "process_limit",
  /** The folders of all runs had more on the disk than they may have, and this one the most. */
  FolderLimit: "folder_limit",
  /** The server responded, and not with what counts as a success. */
  HttpStatus: "http_status",
  /** The server reported that the work failed. */
  CallbackFailed: "callback_failed",
  /** Nobody reported the end in time, or its check did not hold by then. */
  CallbackTimeout: "callback_timeout",
  /** A resource is not as the job's success condition wants it. */
  ConditionFalse: "condition_false",
  /** A file that the job needs is not there, or not as it wants it. */
  FileUnavailable: "file_unavailable",
  /** A database that the job needs does not respond, or what it holds is not as the job wants it. */
  DatabaseUnavailable: "database_unavailable",
  /** A service that the job needs does not respond, or not as it wants it. */
  ServiceUnavailable: "service_unavailable",
  /** An FTP server that the job needs does not respond, or what it holds is not as the job wants it. */
  FtpUnavailable: "ftp_unavailable",
  /** The worker may not connect to the address. */
  AddressRefused: "address_refused",
  /** The app has no secret of a name that the job's work states. */
  SecretMissing: "secret_missing",
  /** The worker does not have the key that a secret was sealed with. */
  SecretSealed: "secret_sealed",
  /** The worker's key does not open the secret: it is another key of the same id, or what is stored was changed. */
  SecretDamaged: "secret_damaged",
  /** The secrets that the job's work names are longer than a run may have: all that it prints is searched for each of them. */
  SecretsTooLong: "secrets_too_long",
  /** No executor was there to take the run. */
  ExecutorMissing: "executor_missing",
  /** The executor that a shard of a broadcast is for is not there, and the job wants no other for it. */
  ExecutorGone: "executor_gone",
  /** The executor did not take the run. */
  ExecutorRefused: "executor_refused",
  /** The executor reported that the run failed. */
  ExecutorFailed: "executor_failed",
  /** The executor that had the run does not respond, and sent no result. */
  ExecutorLost: "executor_lost",
  /** The executor does not have the run any more, and sent no result: nobody knows how the run ended. */
  ExecutorResultLost: "executor_result_lost",
} as const;
export type WorkErrorCode = (typeof WorkErrorCode)[keyof typeof WorkErrorCode];

/** Nothing that a retry could change. */
const FINAL: ReadonlySet<WorkErrorCode> = new Set([
  WorkErrorCode.ProgramMissing,
  WorkErrorCode.ScriptChanged,
  WorkErrorCode.CallbackTimeout,
  WorkErrorCode.ConditionFalse,
  WorkErrorCode.AddressRefused,
  WorkErrorCode.SecretMissing,
  WorkErrorCode.SecretsTooLong,
]);

/** Thrown by a work runner: fails the attempt with a code and parameters, so that the reason can be read in any language. */
export class WorkError extends Error {
  override readonly name = "WorkError";
  readonly code: WorkErrorCode;
  readonly parameters: FailureParameters;
  /** Whether trying again is of use. */
  readonly retryable: boolean;

  constructor(code: WorkErrorCode, parameters: FailureParameters) {
    super(failureText({ code, message: "", parameters }));
    this.code = code;
    this.parameters = parameters;
    this.retryable = !FINAL.has(code);
  }
}

/** Whether a thrown value is a `WorkError`, also across duplicate copies of this package. Never throws. */
export function isWorkError(error: unknown): error is WorkError {
  try {
    return error instanceof Error && error.name === "WorkError" && "parameters" in error && "code" in error;
  } catch {
    return false;
  }
}
