import type { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { JsonObject } from "../../base/json.ts";
import type { JobWork } from "../job-work.ts";
import type { TaskBody } from "./task-body.ts";

/** The parts that are read of a job that a node names. */
export interface NamedJob {
  readonly app: string;
  readonly argsSchema: JsonObject | null;
  readonly work: JobWork;
}

export interface NamedJobs {
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, NamedJob>>;
}

/** A job as code declares it. */
export interface DeclaredGraph {
  readonly key: string;
  readonly argsSchema: JsonObject | null;
  /** @default it is no task */
  readonly task?: TaskBody;
}

/** The surroundings that a body is checked against. */
export interface GraphContext {
  /** The task that is checked; `null` for one without a key yet. */
  readonly key: string | null;
  /** The app of the task; `null` where it is not known. */
  readonly app: string | null;
  readonly jobs: NamedJobs;
  /** Whether the caller may name jobs of an app: others do not exist to it. */
  readonly mayName: (app: string) => boolean;
  /** Whether what does not exist may come later, with the next deploy. */
  readonly mayCome: boolean;
  readonly turns: LoopTurns;
}

/** How the bodies of tasks are checked. */
export interface GraphRules {
  /** Every mistake in a body, and in what its nodes name; none for one that is right. Pointers begin at the body. */
  issues(body: unknown, context: GraphContext): Promise<readonly InputIssue[]>;
  /** The body that code states, or every mistake in it by itself: what its nodes name is looked at when it is registered. */
  parse(
    input: unknown,
  ): { readonly body: TaskBody } | { readonly body: null; readonly issues: readonly InputIssue[] };
  /**
   * Checks what the nodes of declared tasks name, against the jobs that are declared beside them and stored tasks.
   * @throws MoJobError `invalid_argument` with a pointer below `/task` for every mistake
   */
  assertDeclared(jobs: readonly DeclaredGraph[], stored: NamedJobs, turns: LoopTurns): Promise<void>;
}
