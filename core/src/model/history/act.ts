/** What somebody did. */
export const ActKind = {
  Create: "create",
  Copy: "copy",
  Import: "import",
  Edit: "edit",
  Delete: "delete",
  Pause: "pause",
  Resume: "resume",
  /** To a whole app, as `StartApp` is. */
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
} as const;
export type ActKind = (typeof ActKind)[keyof typeof ActKind];

/** Who did it. */
export interface Actor {
  /** Stays the same while a name may change: `user:li`, `token:ci`, `local`. */
  readonly id: string;
  /** To be shown. */
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

/** What a person or a program did to a job, an app or a run. It never changes. */
export interface Act {
  /** UUIDv7: a later act has a greater one. */
  readonly id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly kind: ActKind;
  /** `null` is the program itself. */
  readonly by: Actor | null;
  readonly app: string;
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
}
