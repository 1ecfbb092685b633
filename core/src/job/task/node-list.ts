import type { JsonValue } from "../../base/json.ts";
import { formatExpression } from "../../expression/format-expression.ts";
import { referencesOf } from "../../expression/references.ts";
import type { NodeBase, ParamValue, Pre, ResultDeclaration, TaskNode } from "../../model/task/task-body.ts";
import type { NodeOptions } from "./node-options.ts";
import { expressionOf, isKnownLater } from "./task-value.ts";

/** The nodes of a task or of a group, and whose values they read. */
export class NodeList {
  readonly nodes: TaskNode[] = [];
  /** The variables of the task itself. */
  readonly vars: ResultDeclaration[] = [];
  readonly conditions: string[] = [];
  /** Ids of nodes, of this list or of one around it. */
  readonly reads: Set<string> = new Set();

  add(node: TaskNode, reads: ReadonlySet<string>): void {
    this.nodes.push(node);
    for (const id of reads) this.reads.add(id);
  }

  /** The parts that all nodes have. Without `after` a node follows those of its list that it reads. */
  base(
    id: string,
    options: NodeOptions,
    writer: NodeWriter,
  ): Omit<NodeBase, "pre"> & { readonly pre: Pre[] } {
    const { title, after, join, skipWhen, allowFailure, cleanup, vars } = options;
    const skip = skipWhen === undefined ? undefined : writer.text(skipWhen);
    const written = Object.entries(vars ?? {}).map(([name, value]) => ({
      name,
      expression: writer.text(value),
    }));
    const read = this.nodes.filter((node) => writer.reads.has(node.id)).map(({ id: node }) => ({ node }));
    return {
      id,
      ...(title !== undefined && { title }),
      pre: after?.map(({ pre }) => pre) ?? read,
      ...(join !== undefined && { join }),
      ...(skip !== undefined && { skipWhen: skip }),
      ...(allowFailure !== undefined && { allowFailure }),
      ...(cleanup !== undefined && { cleanup }),
      ...(vars !== undefined && { vars: written }),
    };
  }
}

/** Writes the values of one node, and notes the nodes that they read. */
export class NodeWriter {
  readonly reads: Set<string> = new Set();

  /** @throws MoJobError `invalid_argument` for what no expression can say */
  text(given: unknown): string {
    const expression = expressionOf(given);
    for (const { path } of referencesOf(expression)) {
      const [step] = path.steps;
      if (path.root === "JOB" && step?.type === "name") this.reads.add(step.name);
    }
    return formatExpression(expression);
  }

  /** Parameters by their names; what is JSON stays as it is. */
  params(args: Readonly<Record<string, unknown>> = {}): { readonly params?: readonly ParamValue[] } {
    const given = Object.entries(args).filter(([, value]) => value !== undefined);
    if (given.length === 0) return {};
    return {
      params: given.map(([name, value]) =>
        isKnownLater(value) ? { name, expression: this.text(value) } : { name, value: value as JsonValue },
      ),
    };
  }
}
