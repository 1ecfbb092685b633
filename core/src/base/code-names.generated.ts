// Written from the table of codes in core/src/model/code by `npm run codes --workspace core`. Do not edit.
// The names stand apart from the table, so that a program that branches on codes loads no texts.

/** Every way an operation of this project can fail; callers branch on these, never on messages. */
export const MoJobErrorCode = {
  /** The arguments do not fit the job. */
  InvalidArgs: "invalid_args",
  /** No job has this key, or none that the caller may see. */
  JobNotFound: "job_not_found",
  /** The job is disabled. */
  JobDisabled: "job_disabled",
  /** The code of the app does not declare the job any more. */
  LeftCode: "left_code",
  /** The job's script or graph has no such version. */
  ScriptVersionNotFound: "script_version_not_found",
  /** The app has as much as it may have. */
  QuotaExceeded: "quota_exceeded",
  /** The tenant is disabled. */
  TenantDisabled: "tenant_disabled",
  /** Runs begin each other, one after the other, and are as many as may be. */
  ChainTooLong: "chain_too_long",
  /** The worker stopped responding during the attempt. */
  WorkerLost: "worker_lost",
  /** It took longer than it may. */
  Timeout: "timeout",
  /** Somebody asked it to end. */
  Cancelled: "cancelled",
  /** The worker was shut down before the attempt had ended. */
  WorkerShutdown: "worker_shutdown",
  /** The run that was waited for failed for good. */
  RunFailed: "run_failed",
  /** The run that was waited for was skipped. */
  RunSkipped: "run_skipped",
  /** As many runs of the job wait as may wait. */
  WaitingLimit: "waiting_limit",
  /** A value of the request cannot be used. */
  InvalidArgument: "invalid_argument",
  /** The cron expression cannot be read. */
  InvalidCron: "invalid_cron",
  /** The program was started with options that do not go together. */
  InvalidConfiguration: "invalid_configuration",
  /** The key names another job. */
  JobKeyTaken: "job_key_taken",
  /** The job is of a kind that cannot do this. */
  WrongJobKind: "wrong_job_kind",
  /** The job has a pause that would be replaced. */
  AlreadyPaused: "already_paused",
  /** The job was changed by others meanwhile. */
  StaleRevision: "stale_revision",
  /** Another version of the script is in force than the caller saw. */
  StaleScript: "stale_script",
  /** The idempotency key was used for another request. */
  IdempotencyMismatch: "idempotency_mismatch",
  /** No run has this id, or it was removed with the job's retention. */
  InstanceNotFound: "instance_not_found",
  /** The run has ended already. */
  AlreadyTerminal: "already_terminal",
  /** The run is in a state that does not allow this. */
  IllegalTransition: "illegal_transition",
  /** The run does not wait any more. */
  NotWaiting: "not_waiting",
  /** The run was run again already. */
  AlreadyRerun: "already_rerun",
  /** The run is not one of a task. */
  NotATask: "not_a_task",
  /** The task cannot do this now. */
  TaskRefused: "task_refused",
  /** Nobody may change this value of a task, or the task has none of that name. */
  ValueNotEditable: "value_not_editable",
  /** The operation cannot be undone, or no longer. */
  NotUndoable: "not_undoable",
  /** No operation has this id. */
  OperationNotFound: "operation_not_found",
  /** No attempt waits for this callback. */
  CallbackNotFound: "callback_not_found",
  /** The attempt that the callback is for has ended. */
  CallbackEnded: "callback_ended",
  /** No worker has this id: it has left and is forgotten. */
  WorkerNotFound: "worker_not_found",
  /** The stored file is not there: it was removed with its run, or replaced by a later attempt. */
  FileNotFound: "file_not_found",
  /** The file is larger than files may be, or one more than a run may have. */
  FileRefused: "file_refused",
  /** The file is of a kind that is only saved, is too large to be shown, or is not what its name says. */
  FileNotShown: "file_not_shown",
  /** The store does not respond, or responds with an error. */
  StoreUnavailable: "store_unavailable",
  /** Another process does this at the moment. */
  LockHeld: "lock_held",
  /** The audit cannot be written, and nothing is changed without its entry (`MOJOB_AUDIT=strict`). */
  AuditUnavailable: "audit_unavailable",
  /** The runtime that carries runs does not respond. */
  RuntimeUnavailable: "runtime_unavailable",
  /** The process is about to stop. */
  ShuttingDown: "shutting_down",
  /** The scheduler was opened without the feature that the call belongs to. */
  FeatureMissing: "feature_missing",
  /** The caller lacks a permission. */
  Forbidden: "forbidden",
  /** The process has no keys, or not the one that a secret was sealed with. */
  KeyMissing: "key_missing",
  /** The app has no secret of this name. */
  SecretNotFound: "secret_not_found",
  /** The app has a secret of this name already. */
  SecretTaken: "secret_taken",
  /** Too many wrong tokens came from this address. */
  TooManyAttempts: "too_many_attempts",
  /** Nobody has this name. */
  PersonNotFound: "person_not_found",
  /** Somebody has, or had, this name. */
  PersonTaken: "person_taken",
  /** The person does not have this role. */
  MembershipNotFound: "membership_not_found",
  /** Nobody else may do everything. */
  LastSuperadmin: "last_superadmin",
  /** There are people already. */
  AlreadySetUp: "already_set_up",
  /** The link was used, has expired or was replaced. */
  LinkEnded: "link_ended",
  /** The name, the password or the code is wrong. */
  WrongCredentials: "wrong_credentials",
  /** The person has a second factor. */
  SecondFactorNeeded: "second_factor_needed",
  /** No token has this id. */
  TokenNotFound: "token_not_found",
  /** There is, or was, a token of this name. */
  TokenTaken: "token_taken",
  /** The token has expired, or was rotated. */
  TokenExpired: "token_expired",
  /** The token was revoked. */
  TokenRevoked: "token_revoked",
  /** No session has this id, or it has ended. */
  SessionNotFound: "session_not_found",
  /** The identity provider let the person in, and no role is mapped to their groups. */
  NoAccess: "no_access",
  /** The identity provider did not let the person in, or the sign-in took too long. */
  SignInFailed: "sign_in_failed",
  /** The tenant is open to people with a second factor alone. */
  SecondFactorRequired: "second_factor_required",
  /** No saved view has this id, or none that the caller may see. */
  ViewNotFound: "view_not_found",
  /** No summary of reports has this id, or none that the caller may see. */
  SummaryNotFound: "summary_not_found",
  /** No backfill has this id, or none that the caller may see. */
  BackfillNotFound: "backfill_not_found",
  /** The backfill is completed or cancelled, so that nothing of it can be changed. */
  BackfillEnded: "backfill_ended",
  /** No window has this id, or none that the caller may see. */
  WindowNotFound: "window_not_found",
  /** The window is over, so that nothing of it can be changed. */
  WindowOver: "window_over",
  /** The fire has a run already, or a record that it was skipped: nothing more can be decided about it. */
  FireDecided: "fire_decided",
  /** No spread has this id, or none that the caller may see. */
  SpreadNotFound: "spread_not_found",
  /** Somebody has taken the spread back already. */
  SpreadUndone: "spread_undone",
  /** No calendar has this key. */
  CalendarNotFound: "calendar_not_found",
  /** Jobs fire by the calendar, or other calendars extend it. */
  CalendarInUse: "calendar_in_use",
  /** No export has this id, or the caller does not hold the rights with which it was made. */
  ExportNotFound: "export_not_found",
  /** Its file is read once it is `ready`. */
  ExportNotReady: "export_not_ready",
  /** No archive has this id. */
  ArchiveNotFound: "archive_not_found",
  /** The file is no export, is damaged or cut off, or larger than it may be; nothing of it is kept. */
  ArchiveRefused: "archive_refused",
  /** No incident has this id, or none that the caller may see. */
  IncidentNotFound: "incident_not_found",
  /** The incident is resolved already. */
  IncidentResolved: "incident_resolved",
  /** No silence has this id, or it is over. */
  SilenceNotFound: "silence_not_found",
  /** No heartbeat has this address. */
  HeartbeatNotFound: "heartbeat_not_found",
} as const;
export type MoJobErrorCode = (typeof MoJobErrorCode)[keyof typeof MoJobErrorCode];

/** What can go wrong before a request reaches the scheduler. */
export const HttpProblemCode = {
  /** No executor is registered with this id. */
  ExecutorNotFound: "executor_not_found",
  /** The executor does not hold this run any more. */
  LeaseLost: "lease_lost",
  /** The token is missing or wrong. */
  Unauthorized: "unauthorized",
  /** Nobody is signed in. */
  NotSignedIn: "not_signed_in",
  /** The app's calls have to be signed. */
  SignatureRequired: "signature_required",
  /** The signature does not fit the call, or is too old. */
  SignatureRefused: "signature_refused",
  /** The body does not have the digest that was signed. */
  DigestMismatch: "digest_mismatch",
  /** The name by which the server was called is not one of its own. */
  ForeignHost: "foreign_host",
  /** A page of another origin made the call. */
  ForeignOrigin: "foreign_origin",
  /** The body is not JSON. */
  MalformedJson: "malformed_json",
  /** The API has no such route. */
  NotFound: "not_found",
  /** The route does not take this method. */
  MethodNotAllowed: "method_not_allowed",
  /** The body is larger than it may be. */
  BodyTooLarge: "body_too_large",
  /** The body is of another media type. */
  UnsupportedMediaType: "unsupported_media_type",
  /** The call needs `If-Match`. */
  PreconditionRequired: "precondition_required",
  /** Jobs cannot be registered with a call on this server. */
  RegistrationClosed: "registration_closed",
  /** As many event streams are open as may be. */
  TooManyStreams: "too_many_streams",
  /** Other previews are under way. */
  PreviewBusy: "preview_busy",
  /** A token has made as many calls as it may within a minute. */
  TooManyCalls: "too_many_calls",
  /** Something went wrong that nobody foresaw. */
  InternalError: "internal_error",
} as const;
export type HttpProblemCode = (typeof HttpProblemCode)[keyof typeof HttpProblemCode];

/** How work that is not the app's own code fails; a job's `retryOn` can name these. `@mojob/core/words` has the sentences. */
export const WorkErrorCode = {
  /** The worker or executor of a shard has left, and no other one may run it. */
  ExecutorGone: "executor_gone",
  /** No executor was there to take the run. */
  ExecutorMissing: "executor_missing",
  /** The executor did not take the run. */
  ExecutorRefused: "executor_refused",
  /** The executor reported that the run failed. */
  ExecutorFailed: "executor_failed",
  /** The executor that had the run does not respond, and sent no result. */
  ExecutorLost: "executor_lost",
  /** The executor does not have the run any more, and sent no result. */
  ExecutorResultLost: "executor_result_lost",
  /** The program ended with another exit code than 0, which is the last part of the number. */
  ExitCode: "exit_code",
  /** A signal ended the program. */
  ExitSignal: "exit_signal",
  /** The program printed more than it may. */
  OutputLimit: "output_limit",
  /** The program is not on the worker's machine, or cannot be executed. */
  ProgramMissing: "program_missing",
  /** The script is not the text that was saved. */
  ScriptChanged: "script_changed",
  /** The program used more memory than it may. */
  MemoryLimit: "memory_limit",
  /** The program used more processor time than it may. */
  CpuLimit: "cpu_limit",
  /** The program started more processes than it may. */
  ProcessLimit: "process_limit",
  /** The folders of all runs had more on the disk than they may have, and this one the most. */
  FolderLimit: "folder_limit",
  /** The server responded with a status that is no success, which is the last part of the number. */
  HttpStatus: "http_status",
  /** The worker may not connect to the address. */
  AddressRefused: "address_refused",
  /** The server reported that the work failed. */
  CallbackFailed: "callback_failed",
  /** No branch of a condition holds, and it has no `else`. */
  NoBranch: "no_branch",
  /** It ran, and its success condition is not met. */
  ConditionFalse: "condition_false",
  /** Work that goes on elsewhere did not end in time, as far as is known here. */
  CallbackTimeout: "callback_timeout",
  /** A file or folder that the job needs is not there, or not as it is wanted. */
  FileUnavailable: "file_unavailable",
  /** A database that the job needs does not respond, or does not have what is wanted. */
  DatabaseUnavailable: "database_unavailable",
  /** A service that the job needs does not respond, or not as it is wanted. */
  ServiceUnavailable: "service_unavailable",
  /** An FTP server that the job needs does not respond, or does not have what is wanted. */
  FtpUnavailable: "ftp_unavailable",
  /** A database refused the login of a connection. */
  DatabaseLogin: "database_login",
  /** The statement cannot be executed: it is wrong, or does what the connection may not. */
  SqlRefused: "sql_refused",
  /** The statement breaks a constraint of the database. */
  SqlConstraint: "sql_constraint",
  /** The statement took longer than the connection allows, or was ended at the database. */
  SqlTimeout: "sql_timeout",
  /** The statement could not go on beside others: a deadlock, a lock or a serialization failure. */
  SqlConflict: "sql_conflict",
  /** The statement returns more than it may. */
  RowsLimit: "rows_limit",
  /** The app has no secret of a name that the work states. */
  SecretMissing: "secret_missing",
  /** The worker does not have the key that a secret was sealed with. */
  SecretSealed: "secret_sealed",
  /** The worker's key does not open the secret. */
  SecretDamaged: "secret_damaged",
  /** The secrets that the job names are longer together than they may be. */
  SecretsTooLong: "secrets_too_long",
  /** The job may not go to this path: it leads out of the worker's root, or to a link, a device or a file with a second name. */
  PathRefused: "path_refused",
  /** There is a file or folder of this name already. */
  FileExists: "file_exists",
  /** The worker's disk has no place left. */
  DiskFull: "disk_full",
  /** The archive is damaged or encrypted, or has an entry that would be written elsewhere or is no plain file. */
  UnpackRefused: "unpack_refused",
  /** The file has another checksum than it should have. */
  ChecksumDiffers: "checksum_differs",
  /** There is more than a run may read, write, look at or unpack. */
  FileTooLarge: "file_too_large",
  /** A server that files are transferred from or to cannot be reached, or broke off. */
  TransferUnavailable: "transfer_unavailable",
  /** A server refused the login of a connection. */
  TransferLogin: "transfer_login",
  /** A server is not the one that the connection is for: its host key or its certificate is another. */
  TransferIdentity: "transfer_identity",
  /** A server refuses what the job wants, or does what is not accepted from it. */
  TransferRefused: "transfer_refused",
  /** A transfer took longer than the connection allows. */
  TransferTimeout: "transfer_timeout",
  /** What was transferred has another size than the file. */
  TransferIncomplete: "transfer_incomplete",
} as const;
export type WorkErrorCode = (typeof WorkErrorCode)[keyof typeof WorkErrorCode];

/** Why a run is in its state, or took an edge of the state machine: a closed set. `@mojob/core/words` has the sentences. */
export const ReasonCode = {
  /** The job is disabled. */
  JobDisabled: "job_disabled",
  /** The job was deleted while its run waited or ran. */
  JobDeleted: "job_deleted",
  /** The code of the app does not declare the job any more. */
  LeftCode: "left_code",
  /** The tenant is disabled. */
  TenantDisabled: "tenant_disabled",
  /** A child job does not take the arguments that the end of its parent gives it. */
  ChildArgsRefused: "child_args_refused",
  /** The condition under which the end of a run starts the job has no value for that run. */
  ChildConditionRefused: "child_condition_refused",
  /** The job is its own child, by way of others. */
  ChildCycle: "child_cycle",
  /** Runs begin each other, one after the other, and are as many as may be. */
  ChainTooLong: "chain_too_long",
  Due: "due",
  Started: "started",
  ScriptStarted: "script_started",
  Retry: "retry",
  Snoozed: "snoozed",
  TakenOver: "taken_over",
  Broadcast: "broadcast",
  Task: "task",
  Note: "note",
  /** Somebody asked it to end. */
  Cancelled: "cancelled",
  /** The run succeeded, and its result is kept in part. */
  ResultTruncated: "result_truncated",
  /** The run succeeded, and its result is not JSON. */
  ResultDropped: "result_dropped",
  /** The worker has nothing that can run this work. */
  NoRunner: "no_runner",
  /** The worker lacks the version or the labels that the job asks for. */
  ExecutorRule: "executor_rule",
  /** The worker takes no new runs. */
  Draining: "draining",
  /** No worker began it before its `waitTimeoutMs` was over. */
  NotBegun: "not_begun",
  /** The worker or executor of a shard has left, and no other one may run it. */
  ExecutorGone: "executor_gone",
  /** Not all shards of a broadcast succeeded. */
  ShardsFailed: "shards_failed",
  /** All shards of a broadcast were skipped. */
  ShardsSkipped: "shards_skipped",
  /** Somebody called off the retry that was due. */
  RetryCancelled: "retry_cancelled",
  /** It failed, and the error says that a retry is of no use. */
  NotRetryable: "not_retryable",
  /** It failed, and the job retries on other errors only. */
  NotRetriedOn: "not_retried_on",
  /** It failed, and the job has no retries. */
  NoRetries: "no_retries",
  /** It failed as often as the job allows. */
  RetriesUsedUp: "retries_used_up",
  /** An attempt failed with an error whose code is not ours. */
  AttemptFailed: "attempt_failed",
  /** A task failed whose job has no retries. */
  TaskFailed: "task_failed",
  /** Somebody cleared the queue in which it waited. */
  QueueCleared: "queue_cleared",
  /** Somebody cleared what ran for so long. */
  ExecutionCleared: "execution_cleared",
  /** As many runs of the job wait as may wait. */
  WaitingLimit: "waiting_limit",
  /** As much of the app waits as may wait. */
  QuotaUsedUp: "quota_used_up",
  /** Every slot of the job was taken, and it skips what comes then. */
  JobFull: "job_full",
  /** A fire could not begin within its grace. */
  BegunTooLate: "begun_too_late",
  /** Another run of the same unique key waits or runs. */
  NotUnique: "not_unique",
  /** Another run has taken over its arguments. */
  Debounced: "debounced",
  /** A newer run took its place. */
  Replaced: "replaced",
  /** Fires were missed, and the misfire policy does not make up for them. */
  Missed: "missed",
  /** Somebody skipped the fire before its time. */
  FireSkipped: "fire_skipped",
  /** Debug mode suppresses what is not started by hand. */
  DebugMode: "debug_mode",
  /** The job was paused, and what waited was to end. */
  JobPaused: "job_paused",
  /** The app was stopped, and what waited was to end. */
  AppStopped: "app_stopped",
  WaitsForSlot: "waits_for_slot",
  WaitsForCode: "waits_for_code",
  WaitsForRun: "waits_for_run",
  SlotGivenBack: "slot_given_back",
  Held: "held",
  Prioritized: "prioritized",
} as const;
export type ReasonCode = (typeof ReasonCode)[keyof typeof ReasonCode];

/** Why a run or a fire is as it is: a closed set. `@mojob/core/words` has the sentences. */
export const CauseCode = {
  /** The code of the app does not declare the job any more. */
  LeftCode: "left_code",
  /** The tenant is disabled. */
  TenantDisabled: "tenant_disabled",
  /** No worker that can run it came in time. */
  NoWorker: "no_worker",
  /** The script is not the text that was saved. */
  ScriptChanged: "script_changed",
  /** Fires were missed, and the misfire policy does not make up for them. */
  Missed: "missed",
  /** The app was stopped, and what waited was to end. */
  AppStopped: "app_stopped",
  Recorded: "recorded",
  Closed: "closed",
  OnTime: "on_time",
  AskedForLater: "asked_for_later",
  FiredLate: "fired_late",
  SlotsTaken: "slots_taken",
  RunsBefore: "runs_before",
  WorkersFull: "workers_full",
  TenantFull: "tenant_full",
  WaitedForWorker: "waited_for_worker",
  WorkerSilent: "worker_silent",
  LoopBlocked: "loop_blocked",
  BeginsAt: "begins_at",
  CancelAsked: "cancel_asked",
  NodeWaits: "node_waits",
  FailsInARow: "fails_in_a_row",
  NeverSucceeded: "never_succeeded",
  JobChanged: "job_changed",
  ArgsChanged: "args_changed",
  CodeChanged: "code_changed",
  WorkerChanged: "worker_changed",
  NothingChanged: "nothing_changed",
  Fired: "fired",
  NotRecurring: "not_recurring",
  UnknownThen: "unknown_then",
  NotScheduled: "not_scheduled",
  RepeatedHour: "repeated_hour",
  MovedByClocks: "moved_by_clocks",
  LeftOutByClocks: "left_out_by_clocks",
  OffCalendar: "off_calendar",
  MovedByCalendar: "moved_by_calendar",
  MovedHere: "moved_here",
  CalendarEnded: "calendar_ended",
  CalendarMissing: "calendar_missing",
  BeforeStart: "before_start",
  AfterEnd: "after_end",
  Disabled: "disabled",
  ScheduleDisabled: "schedule_disabled",
  Paused: "paused",
  WindowOpen: "window_open",
  ScheduledSince: "scheduled_since",
  CountsFromEnds: "counts_from_ends",
  FiringLate: "firing_late",
  NoLongerKept: "no_longer_kept",
  ToCome: "to_come",
  NoFireToCome: "no_fire_to_come",
  Unexplained: "unexplained",
} as const;
export type CauseCode = (typeof CauseCode)[keyof typeof CauseCode];
