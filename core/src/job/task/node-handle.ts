import type { PathStep } from "../../expression/expression.ts";
import { type ApprovalBranch, EdgeCondition, type Pre } from "../../model/task/task-body.ts";
import { NOWHERE, type TaskReference, taskReference, type TaskReferences } from "./task-value.ts";

/** A way from one node to another. */
export interface TaskEdge {
  readonly pre: Pre;
}

/** A node of a task that is being built; by itself it stands for the way that leads on where it succeeded. */
export class NodeHandle implements TaskEdge {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  get pre(): Pre {
    return { node: this.id };
  }

  /** The way that leads on where it failed. */
  get failed(): TaskEdge {
    return { pre: { node: this.id, on: EdgeCondition.Failed } };
  }

  /** The way that leads on however it ended: beside others a failure counts all the same. */
  get ended(): TaskEdge {
    return { pre: { node: this.id, on: EdgeCondition.Ended } };
  }

  /** The way that leads on however it ended, and takes care of a failure. */
  get endedHandled(): TaskEdge {
    return { pre: { node: this.id, on: EdgeCondition.Ended, handles: true } };
  }

  /** The way that leads on where it failed, and leaves it a failure: a note of it, for example. */
  get failedAnyway(): TaskEdge {
    return { pre: { node: this.id, on: EdgeCondition.Failed, handles: false } };
  }

  /** A reference to a value of its run, for expressions. */
  protected read<T>(...steps: readonly PathStep[]): TaskReference<T> {
    return taskReference({
      type: "path",
      root: "JOB",
      steps: [{ type: "name", name: this.id }, ...steps],
      at: NOWHERE,
    });
  }
}

/** A node with one run. */
export class RunHandle<TResult> extends NodeHandle {
  /** The value that its job returned. */
  get result(): TaskReference<TResult> {
    return this.read({ type: "name", name: "RESULT" });
  }

  /** The lines that it wrote to its log, or to its standard output, as one text. */
  get output(): TaskReference<string> {
    return this.read({ type: "name", name: "OUTPUT" });
  }

  /** The state of its run, as `Succeeded`. */
  get status(): TaskReference<string> {
    return this.read({ type: "name", name: "STATUS" });
  }
}

/** A node with a run for each item. */
export class BatchHandle<TResult> extends NodeHandle {
  /** The values that the job returned for the items, in their order; `null` where it failed. */
  get results(): TaskReferences<TResult> {
    const results = this.read({ type: "all" }, { type: "name", name: "RESULT" });
    return results as unknown as TaskReferences<TResult>;
  }
}

/** A node that leads on by branches. */
export class BranchHandle<Branch extends string> extends NodeHandle {
  readonly #loops: Pre[];

  /** @param loops where ways are added that lead back to it */
  constructor(id: string, loops: Pre[] = []) {
    super(id);
    this.#loops = loops;
  }

  /** The way of one branch. */
  branch(name: Branch): TaskEdge {
    return { pre: { node: this.id, branch: name } };
  }

  /** Leads back to this condition from a later node: its `loop` says how often at most. */
  again(...after: readonly TaskEdge[]): void {
    this.#loops.push(...after.map(({ pre }) => pre));
  }
}

/** The branches of an approval. */
export type ApprovalHandle = BranchHandle<ApprovalBranch>;
