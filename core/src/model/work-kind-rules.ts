import type * as v from "valibot";
import type { InputIssue } from "../base/issue/issue-code.ts";
import type { JobWork } from "./job-work.ts";
import type { GraphRules } from "./task/graph-rules.ts";

/** A text that a job runs, and what runs it. */
export interface ScriptText {
  /** A script's language; with work of a registered kind what the kind calls it, such as XXL-JOB's `glueType`. */
  readonly language: string;
  readonly source: string;
}

/** The scheduler's knowledge of a kind of work. Runners know how it is run; nothing else knows its fields. */
export interface WorkKindRules<Work extends JobWork = JobWork> {
  readonly kind: Work["kind"];
  /** The schema of this kind of work. Its `kind` is a literal; its messages are made with `wanted`. */
  readonly schema: v.GenericSchema<unknown, Work>;
  /** Whether its runner chooses among executors of its own, so that routing chooses no worker. @default false */
  readonly choosesExecutor?: boolean;
  /** Whether the work goes on where its worker dies, so that another worker can wait for its end. @default it ends with its worker */
  outlivesWorker?(work: Work): boolean;
  /** Whether a run becomes one for each executor, whatever the job's routing says. @default the job's routing says so */
  isBroadcast?(work: Work): boolean;
  /** The name that a worker has to list to run this work; `null` where its kind is enough. @default its kind is enough */
  offeredName?(work: Work): string | null;
  /** The names that one worker has to list all of, where the work needs several. @default `offeredName` alone */
  offeredNames?(work: Work): readonly string[];
  /** The mistake in work whose name no worker lists. @param names those that workers list */
  notOffered?(work: Work, names: readonly string[]): InputIssue;
  /** The text that the work consists of, of which versions are kept; `null` where it consists of none. @default it never does */
  text?(work: Work): ScriptText | null;
  /** The same work with another text. @default unchanged */
  withText?(work: Work, text: ScriptText): Work;
  /** Whether all that is run stands in the work, so that it can be tried before a job has it. @default false */
  readonly canBeTried?: boolean;
  /** How the graph is checked that the work is. @default it is none */
  readonly graph?: GraphRules;
  /** The secrets that the work names, which its runner gets with each attempt; `secretsIn` finds them in a text. @default none */
  secrets?(work: Work): readonly string[];
}
