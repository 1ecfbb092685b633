/** The kinds of acts. */
export const ActKind = {
  Create: "create",
  Copy: "copy",
  Import: "import",
  Edit: "edit",
  Delete: "delete",
  Pause: "pause",
  Resume: "resume",
  /** Stops a whole app, as `StartApp` starts one. */
  StopApp: "stop_app",
  StartApp: "start_app",
  /** Ran work once that no job has yet, or not as it is. */
  Try: "try",
  /** Started a run by hand. */
  Run: "run",
  Cancel: "cancel",
  Rerun: "rerun",
  /** Gave back the slot of code that goes on. */
  Release: "release",
  /** Moved a run in the queue. */
  Prioritize: "prioritize",
  /** Cancelled what waited in a queue. */
  ClearQueue: "clear_queue",
  /** Paused or resumed a run of a task, or decided about a node of it. */
  OperateTask: "operate_task",
  /** Said of a group of failures what becomes of it. */
  HandleFailure: "handle_failure",
  /** Stored jobs of an app's code, or changed those that were stored. */
  Register: "register",
  /** Created, replaced, removed or sealed again; its value is nowhere in the history. */
  EditSecret: "edit_secret",
  /** Changed alarm rules, routes, heartbeats or silences. */
  EditAlarms: "edit_alarms",
  /** Saved or removed a filter that has a name; of one's own it is not said which. */
  EditView: "edit_view",
  /** Brought the scheduler to what a document says; what was changed has acts of its own. */
  ApplyConfig: "apply_config",
  /** Began, paused, resumed, cancelled or slowed a backfill. */
  Backfill: "backfill",
  /** Made, changed or ended a window. */
  EditWindow: "edit_window",
  /** Skipped, moved or ran a fire that is to come. */
  ActOnFire: "act_on_fire",
  /** Let fires of jobs begin apart from each other, or took that back. */
  Spread: "spread",
  /** Made, changed, imported or removed a calendar of working days. */
  EditCalendar: "edit_calendar",
  /** Had an export made, cancelled or removed it. */
  Export: "export",
  /** Imported an exported file, or removed it. */
  EditArchive: "edit_archive",
  /** Acknowledged, assigned, snoozed, noted on or resolved. */
  HandleIncident: "handle_incident",
  DrainWorker: "drain_worker",
  UndrainWorker: "undrain_worker",
  /** Changed which executors an app should have, or their keys. */
  EditExecutors: "edit_executors",
  SignIn: "sign_in",
  SignOut: "sign_out",
  SignInRefused: "sign_in_refused",
  /** Was kept from doing something: the code says why. */
  Refused: "refused",
  /** Called an operation, where its intent is written before anything is done; and what came of it. */
  Call: "call",
  /** Ended a session of somebody. */
  EndSession: "end_session",
  CreateUser: "create_user",
  EditUser: "edit_user",
  DeleteUser: "delete_user",
  /** Made the first administrator. */
  SetUp: "set_up",
  /** Came in from the machine itself, past all roles. */
  BreakGlass: "break_glass",
  GiveRole: "give_role",
  TakeRole: "take_role",
  CreateToken: "create_token",
  RotateToken: "rotate_token",
  RevokeToken: "revoke_token",
  /** A token was sent that was rotated or revoked before. */
  TokenReused: "token_reused",
  CreateTenant: "create_tenant",
  EditTenant: "edit_tenant",
  RemoveTenant: "remove_tenant",
  /** Had sums of runs made again. */
  RebuildReports: "rebuild_reports",
  /** Changed who is sent summaries of reports, or had one sent. */
  EditSummary: "edit_summary",
} as const;
export type ActKind = (typeof ActKind)[keyof typeof ActKind];

/** The kinds of subjects that an act has beside jobs, apps and runs. */
export const SubjectType = {
  User: "user",
  Token: "token",
  Session: "session",
  Tenant: "tenant",
  Role: "role",
  Secret: "secret",
  ExecutorKey: "executor_key",
  ExpectedExecutor: "expected_executor",
  Worker: "worker",
  AlarmRules: "alarm_rules",
  AlarmRoutes: "alarm_routes",
  Heartbeats: "heartbeats",
  Silence: "silence",
  Incident: "incident",
  View: "view",
  Summary: "summary",
  Backfill: "backfill",
  Window: "window",
  Spread: "spread",
  Calendar: "calendar",
  Export: "export",
  Archive: "archive",
  FailureGroup: "failure_group",
  /** The called operation: the name of an operation of the API, or of a method. */
  Operation: "operation",
} as const;
export type SubjectType = (typeof SubjectType)[keyof typeof SubjectType];

export interface ActSubject {
  readonly type: SubjectType;
  readonly id: string;
}

/** How an act ended. */
export const ActOutcome = {
  Done: "done",
  /** It was not allowed, and nothing was changed. */
  Refused: "refused",
  /** It was allowed, and did not succeed. */
  Failed: "failed",
  /** It was about to be done, and nothing says what came of it. */
  Unknown: "unknown",
} as const;
export type ActOutcome = (typeof ActOutcome)[keyof typeof ActOutcome];

/** Where the request of an act came from. */
export interface ActOrigin {
  /** As the trusted proxies say; `null` where the server does not pass it on. */
  readonly address: string | null;
  /** The client's name for itself, at most 200 characters. */
  readonly agent: string | null;
  /** Names the request in logs, too. */
  readonly requestId: string;
}

/** Who did it. */
export interface Actor {
  /** Stays the same while a name may change: `user:li`, `token:ci`, `local`. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
}

/** One value that an act changed. */
export interface ActChange {
  /** JSON pointer: `/cron`, `/args`. */
  readonly pointer: string;
  /** JSON text, secrets masked and long ones cut; `null` where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** An act of a person or a program, done or refused. It never changes. */
export interface Act {
  /** UUIDv7: a later act has a greater one. */
  readonly id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly kind: ActKind;
  /** `null` is the program itself. */
  readonly by: Actor | null;
  /** `null` is the tenant as a whole: only who reads the audit of all its apps sees it. */
  readonly app: string | null;
  /** `null` for an act on the whole app, or on what no job has. */
  readonly jobKey: string | null;
  /** The run it is about; `null` for none. */
  readonly instanceId: string | null;
  /** The run that came of it. */
  readonly madeId: string | null;
  /** Why, in the words of who did it. */
  readonly note: string | null;
  /** The operation on many that it is a part of. */
  readonly operation: string | null;
  readonly changes: readonly ActChange[];
  /** The subject of the act where that is no job, app or run; `null` for those. */
  readonly subject: ActSubject | null;
  readonly outcome: ActOutcome;
  /** The code of the error by which it was refused, or failed. */
  readonly code: string | null;
  /** `null` where no request asked for it. */
  readonly from: ActOrigin | null;
}

/** The members that records of earlier versions lack. */
type AddedToActs = "subject" | "outcome" | "code" | "from";

/** An act as a store may hold it. */
export type StoredAct = Omit<Act, AddedToActs> & Partial<Pick<Act, AddedToActs>>;

/** An act as any version wrote it, with all that this one knows of acts. */
export function completeAct(act: StoredAct): Act {
  return { subject: null, outcome: ActOutcome.Done, code: null, from: null, ...act };
}
