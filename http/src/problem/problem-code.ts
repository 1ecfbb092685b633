import { MoJobErrorCode } from "@mojob/core";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** What can go wrong before a request reaches the scheduler. */
export const HttpProblemCode = {
  MalformedJson: "malformed_json",
  Unauthorized: "unauthorized",
  NotSignedIn: "not_signed_in",
  SignatureRequired: "signature_required",
  SignatureRefused: "signature_refused",
  DigestMismatch: "digest_mismatch",
  ForeignHost: "foreign_host",
  ForeignOrigin: "foreign_origin",
  NotFound: "not_found",
  MethodNotAllowed: "method_not_allowed",
  BodyTooLarge: "body_too_large",
  UnsupportedMediaType: "unsupported_media_type",
  PreconditionRequired: "precondition_required",
  RegistrationClosed: "registration_closed",
  ExecutorNotFound: "executor_not_found",
  LeaseLost: "lease_lost",
  TooManyStreams: "too_many_streams",
  PreviewBusy: "preview_busy",
  TooManyAttempts: "too_many_attempts",
  InternalError: "internal_error",
} as const;
export type HttpProblemCode = (typeof HttpProblemCode)[keyof typeof HttpProblemCode];

export type ProblemCode = MoJobErrorCode | HttpProblemCode;

export interface ProblemKind {
  readonly status: ContentfulStatusCode;
  /** The same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string;
}

/** Every problem of the API with its status: the one place where a code becomes HTTP. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = {
  [MoJobErrorCode.InvalidArgument]: { status: 400, title: "Invalid argument" },
  [MoJobErrorCode.InvalidArgs]: { status: 400, title: "Arguments do not fit the job" },
  [MoJobErrorCode.InvalidCron]: { status: 400, title: "Invalid cron expression" },
  [MoJobErrorCode.Forbidden]: { status: 403, title: "Permission is missing" },
  [MoJobErrorCode.InvalidConfiguration]: { status: 500, title: "Invalid configuration" },
  [MoJobErrorCode.JobNotFound]: { status: 404, title: "Job not found" },
  [MoJobErrorCode.InstanceNotFound]: { status: 404, title: "Instance not found" },
  [MoJobErrorCode.WorkerNotFound]: { status: 404, title: "Worker not found" },
  [MoJobErrorCode.SecretNotFound]: { status: 404, title: "Secret not found" },
  [MoJobErrorCode.SecretTaken]: { status: 409, title: "Secret exists" },
  [MoJobErrorCode.KeyMissing]: { status: 409, title: "Key is missing" },
  [MoJobErrorCode.CallbackNotFound]: { status: 404, title: "Callback not found" },
  [MoJobErrorCode.CallbackEnded]: { status: 409, title: "The attempt has ended" },
  [MoJobErrorCode.ScriptVersionNotFound]: { status: 404, title: "Version of the script not found" },
  [MoJobErrorCode.JobDisabled]: { status: 409, title: "Job is disabled" },
  [MoJobErrorCode.WrongJobKind]: { status: 409, title: "Wrong kind of job" },
  [MoJobErrorCode.JobKeyTaken]: { status: 409, title: "Job key is taken" },
  [MoJobErrorCode.AlreadyTerminal]: { status: 409, title: "Instance has already ended" },
  [MoJobErrorCode.IllegalTransition]: { status: 409, title: "State does not allow it" },
  [MoJobErrorCode.NotATask]: { status: 409, title: "The run is not one of a task" },
  [MoJobErrorCode.TaskRefused]: { status: 409, title: "The task cannot do that now" },
  [MoJobErrorCode.ValueNotEditable]: { status: 422, title: "The value cannot be changed" },
  [MoJobErrorCode.NotWaiting]: { status: 409, title: "The run does not wait" },
  [MoJobErrorCode.AlreadyPaused]: { status: 409, title: "The job is paused already" },
  [MoJobErrorCode.AlreadyRerun]: { status: 409, title: "The run was run again already" },
  [MoJobErrorCode.OperationNotFound]: { status: 404, title: "Operation not found" },
  [MoJobErrorCode.FileNotFound]: { status: 404, title: "File not found" },
  [MoJobErrorCode.FileRefused]: { status: 413, title: "The file is not kept" },
  [MoJobErrorCode.IncidentNotFound]: { status: 404, title: "Incident not found" },
  [MoJobErrorCode.HeartbeatNotFound]: { status: 404, title: "Heartbeat not found" },
  [MoJobErrorCode.SilenceNotFound]: { status: 404, title: "Silence not found" },
  [MoJobErrorCode.IncidentResolved]: { status: 409, title: "The incident is resolved" },
  [MoJobErrorCode.NotUndoable]: { status: 409, title: "The operation cannot be undone" },
  [MoJobErrorCode.WaitingLimit]: { status: 429, title: "As many runs of the job wait as may wait" },
  [MoJobErrorCode.TenantDisabled]: { status: 409, title: "The tenant is disabled" },
  [MoJobErrorCode.QuotaExceeded]: { status: 429, title: "Quota of the app is used up" },
  [MoJobErrorCode.StaleRevision]: { status: 412, title: "Revision is stale" },
  [MoJobErrorCode.StaleScript]: { status: 409, title: "Another version of the script is in force" },
  [MoJobErrorCode.IdempotencyMismatch]: {
    status: 422,
    title: "Idempotency key was used for another request",
  },
  [MoJobErrorCode.StoreUnavailable]: { status: 503, title: "Store is unavailable" },
  [MoJobErrorCode.RuntimeUnavailable]: { status: 503, title: "Runtime is unavailable" },
  [MoJobErrorCode.LockHeld]: { status: 503, title: "Busy" },
  [MoJobErrorCode.ShuttingDown]: { status: 503, title: "Shutting down" },
  [MoJobErrorCode.RunFailed]: { status: 500, title: "The run failed" },
  [MoJobErrorCode.RunSkipped]: { status: 500, title: "The run was skipped" },
  // How a run ended, which its record shows; as the response to a request it would be a mistake of ours.
  [MoJobErrorCode.Cancelled]: { status: 500, title: "Run was cancelled" },
  [MoJobErrorCode.Timeout]: { status: 500, title: "Run timed out" },
  [MoJobErrorCode.WorkerLost]: { status: 500, title: "Worker was lost" },
  [MoJobErrorCode.WorkerShutdown]: { status: 500, title: "Worker shut down" },
  [HttpProblemCode.MalformedJson]: { status: 400, title: "Malformed JSON" },
  [HttpProblemCode.Unauthorized]: { status: 401, title: "Token is missing or wrong" },
  [HttpProblemCode.NotSignedIn]: { status: 401, title: "Nobody is signed in" },
  [HttpProblemCode.SignatureRequired]: { status: 401, title: "A signature is required" },
  [HttpProblemCode.SignatureRefused]: { status: 401, title: "Signature is refused" },
  [HttpProblemCode.DigestMismatch]: { status: 400, title: "Body does not have its digest" },
  [HttpProblemCode.ForeignHost]: { status: 403, title: "Host is not loopback" },
  [HttpProblemCode.ForeignOrigin]: { status: 403, title: "Origin is foreign" },
  [HttpProblemCode.NotFound]: { status: 404, title: "No such route" },
  [HttpProblemCode.MethodNotAllowed]: { status: 405, title: "Method is not allowed" },
  [HttpProblemCode.BodyTooLarge]: { status: 413, title: "Body is too large" },
  [HttpProblemCode.UnsupportedMediaType]: { status: 415, title: "Unsupported media type" },
  [HttpProblemCode.PreconditionRequired]: { status: 428, title: "Precondition is required" },
  [HttpProblemCode.RegistrationClosed]: { status: 403, title: "Registration over HTTP is off" },
  [HttpProblemCode.ExecutorNotFound]: { status: 404, title: "Executor is not registered" },
  [HttpProblemCode.LeaseLost]: { status: 409, title: "Lease is lost" },
  [HttpProblemCode.TooManyAttempts]: { status: 429, title: "Too many attempts" },
  [HttpProblemCode.TooManyStreams]: { status: 429, title: "Too many event streams" },
  [HttpProblemCode.PreviewBusy]: { status: 429, title: "Another preview is under way" },
  [HttpProblemCode.InternalError]: { status: 500, title: "Internal error" },
};

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(PROBLEMS, code);
}
