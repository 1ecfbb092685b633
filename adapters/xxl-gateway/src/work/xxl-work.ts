import { type JobWork, registeredKind, type RegisteredKind, type RegisteredWork } from "@mojob/core/ports";

/** The kind of work that executors of XXL-JOB run. */
export const XXL_KIND: RegisteredKind = registeredKind("xxl");

/** The label by which an executor's record, and an entry of the list of expected executors, states the XXL-JOB app name. */
export const XXL_APP_LABEL = "xxlApp";

/** A handler of an XXL-JOB executor, or a text that it runs. */
export interface XxlWork extends RegisteredWork {
  /** The name of the handler, as the executor registered it; empty where `glueSource` is run. */
  readonly handler: string;
  /** The app name under which the executors register. @default the job's app */
  readonly appName?: string;
  /** The type of code that it runs. @default "BEAN": the handler */
  readonly glueType?: GlueType;
  /** The text that is run, of all types but `BEAN`. */
  readonly glueSource?: string;
  /** How an executor treats a run while it has another one of this job. @default no two runs meet there: the job's own options decide */
  readonly blockStrategy?: BlockStrategy;
  /** Whether the job is broadcast, as with `routing: { strategy: "broadcast" }`. @default false: what `routing` says */
  readonly broadcast?: boolean;
}

/** The types of code that an XXL-JOB executor runs: a handler of its own, or a text that comes with the run. */
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

/** How an XXL-JOB executor treats a run while it has another one of the same job. */
export const BlockStrategy = {
  /** It waits. */
  Serial: "SERIAL_EXECUTION",
  /** It is refused. */
  DiscardLater: "DISCARD_LATER",
  /** The other one is killed. */
  CoverEarly: "COVER_EARLY",
} as const;
export type BlockStrategy = (typeof BlockStrategy)[keyof typeof BlockStrategy];

export function isXxlWork(work: JobWork): work is XxlWork {
  return work.kind === XXL_KIND;
}
