import type { JsonObject } from "../base/json.ts";

/** The kinds of work a job can have; a worker runs those it has a runner for. */
export const WorkKind = {
  /** A class or function of the app's own code. */
  Code: "code",
  /** Source text that is kept with the job. */
  Script: "script",
  /** A request to an address. */
  Http: "http",
  /** A program on the worker's machine. */
  Command: "command",
  /** A handler of an XXL-JOB executor. */
  Xxl: "xxl",
  /** A graph of jobs, each of which has runs of its own. */
  Task: "task",
} as const;
export type WorkKind = (typeof WorkKind)[keyof typeof WorkKind];

/** What a job runs; `JobKind` says how a run of it starts. Several jobs may share one handler. */
export type JobWork = CodeWork | ScriptWork | HttpWork | CommandWork | XxlWork | TaskWork;

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
  /** What makes a response a success, in the runner's terms; `null` accepts every 2xx. */
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

export interface XxlWork {
  readonly kind: typeof WorkKind.Xxl;
  /** The name of the handler, as the executor registered it; empty where `glueSource` is run. */
  readonly handler: string;
  /** The app name under which the executors register. @default the job's app */
  readonly appName?: string;
  /** What runs it. @default "BEAN": the handler */
  readonly glueType?: GlueType;
  /** The text that is run, of all types but `BEAN`. */
  readonly glueSource?: string;
  /** What an executor does with a run while it has another one of this job. @default no two runs meet there: the job's own options decide */
  readonly blockStrategy?: BlockStrategy;
  /** Whether the job is broadcast, as with `routing: { strategy: "broadcast" }`. @default false: what `routing` says */
  readonly broadcast?: boolean;
}

export interface TaskWork {
  readonly kind: typeof WorkKind.Task;
  /** As `validateTask` accepts it. */
  readonly body: JsonObject;
}

/** What an XXL-JOB executor runs: a handler of its own, or a text that comes with the run. */
export const GlueType = {
  Bean: "BEAN",
  Groovy: "GLUE_GROOVY",
  Shell: "GLUE_SHELL",
  Python: "GLUE_PYTHON",
  Python2: "GLUE_PYTHON2",
  Nodejs: "GLUE_NODEJS",
  Php: "GLUE_PHP",
  Powershell: "GLUE_POWERSHELL",
} as const;
export type GlueType = (typeof GlueType)[keyof typeof GlueType];

/** What an XXL-JOB executor does with a run while it has another one of the same job. */
export const BlockStrategy = {
  /** It waits. */
  Serial: "SERIAL_EXECUTION",
  /** It is refused. */
  DiscardLater: "DISCARD_LATER",
  /** The other one is killed. */
  CoverEarly: "COVER_EARLY",
} as const;
export type BlockStrategy = (typeof BlockStrategy)[keyof typeof BlockStrategy];

/** Whether the work goes on where its worker dies, so that another worker can wait for its end. */
export function outlivesWorker(work: JobWork): boolean {
  return work.kind === WorkKind.Xxl || (work.kind === WorkKind.Http && work.success?.["callback"] === true);
}

/** The work of a job that its app's code declares under this handler. */
export function codeWork(handler: string): CodeWork {
  return { kind: WorkKind.Code, handler };
}

/** Whether a job is a graph of jobs. */
export function isTask({ work }: { readonly work: JobWork }): boolean {
  return work.kind === WorkKind.Task;
}
