import type { JsonObject, JsonValue } from "../base/json.ts";

/** The kinds of work that the core has itself; packages register theirs with `registerWorkKind`. */
export const WorkKind = {
  /** A class or function of the app's own code. */
  Code: "code",
  /** Source text that is kept with the job. */
  Script: "script",
  /** A request to an address. */
  Http: "http",
  /** A program on the worker's machine. */
  Command: "command",
  /** A graph of jobs, each of which has runs of its own. */
  Task: "task",
} as const;
/** The kinds of work a job can have; a worker runs those it has a runner for. */
export type WorkKind = (typeof WorkKind)[keyof typeof WorkKind] | RegisteredKind;

/**
 * The name of a kind that a package registers, such as `xxl`: `registeredKind` makes one. This literal stands for all such names,
 * because TypeScript narrows unions by literals alone.
 */
export type RegisteredKind = "(registered)";

/** The work of a job; `JobKind` says how a run of it starts. Several jobs may share one handler. */
export type JobWork = CodeWork | ScriptWork | HttpWork | CommandWork | TaskWork | RegisteredWork;

export interface CodeWork {
  readonly kind: typeof WorkKind.Code;
  /** The key under which the app's code declares it. */
  readonly handler: string;
}

export interface ScriptWork {
  readonly kind: typeof WorkKind.Script;
  readonly language: string;
  readonly source: string;
  /** The secrets of the job's app that it gets as files. @default none */
  readonly secrets?: readonly string[];
}

export interface HttpWork {
  readonly kind: typeof WorkKind.Http;
  readonly method: string;
  readonly url: string;
  /** `{{secrets.NAME}}` in a value stands for a secret of the job's app. */
  readonly headers: Readonly<Record<string, string>>;
  /** As in headers; where the text is JSON, the value becomes part of a JSON text. */
  readonly body: string | null;
  /** The test by which a response is a success, in the runner's terms; `null` accepts every 2xx. */
  readonly success: JsonObject | null;
}

/** How a program gets the arguments of a run. */
export const CommandArgs = {
  /** On its standard input and in a file, as JSON: no word of the program depends on who starts the run. */
  Stdin: "stdin",
  /** As words after those of the job too: a program may read them as its options. */
  Words: "words",
} as const;
export type CommandArgs = (typeof CommandArgs)[keyof typeof CommandArgs];

export interface CommandWork {
  readonly kind: typeof WorkKind.Command;
  readonly argv: readonly string[];
  /** @default "stdin" */
  readonly args?: CommandArgs;
  /** The secrets of the job's app that it gets as files. @default none */
  readonly secrets?: readonly string[];
}

export interface TaskWork {
  readonly kind: typeof WorkKind.Task;
  /** As `validateTask` accepts it. */
  readonly body: JsonObject;
}

/** Whether a job is a graph of jobs. */
export function isTask({ work }: { readonly work: JobWork }): boolean {
  return work.kind === WorkKind.Task;
}

/** Work of a kind that a package registers, which alone knows the fields. */
export interface RegisteredWork {
  readonly kind: RegisteredKind;
  readonly [field: string]: JsonValue | undefined;
}

/** The name of a kind that a package registers with `registerWorkKind`. */
export function registeredKind(name: string): RegisteredKind {
  return name as RegisteredKind;
}

/** The work of a job that its app's code declares under this handler. */
export function codeWork(handler: string): CodeWork {
  return { kind: WorkKind.Code, handler };
}
