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
} as const;
export type WorkKind = (typeof WorkKind)[keyof typeof WorkKind];

/** What a job runs; `JobKind` says how a run of it starts. Several jobs may share one handler. */
export type JobWork = CodeWork | ScriptWork | HttpWork | CommandWork | XxlWork;

export interface CodeWork {
  readonly kind: typeof WorkKind.Code;
  /** The key under which the app's code declares it. */
  readonly handler: string;
}

export interface ScriptWork {
  readonly kind: typeof WorkKind.Script;
  readonly language: string;
  readonly source: string;
}

export interface HttpWork {
  readonly kind: typeof WorkKind.Http;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What makes a response a success, in the runner's terms; `null` accepts every 2xx. */
  readonly success: JsonObject | null;
}

export interface CommandWork {
  readonly kind: typeof WorkKind.Command;
  readonly argv: readonly string[];
}

export interface XxlWork {
  readonly kind: typeof WorkKind.Xxl;
  readonly handler: string;
}

/** The work of a job that its app's code declares under this handler. */
export function codeWork(handler: string): CodeWork {
  return { kind: WorkKind.Code, handler };
}
