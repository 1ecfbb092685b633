import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { escapePointer } from "../../base/json.ts";
import { ExpressionError } from "../../expression/expression-error.ts";
import type { Reference } from "../../expression/references.ts";
import type { TaskBody } from "../body/task-body.ts";
import { Expressions } from "./expressions.ts";
import { Before, SureNodes } from "./sure-nodes.ts";
import type { GraphNode, TaskGraph } from "./task-graph.ts";

/** Members whose text is an expression, wherever they stand in a node. */
const EXPRESSION_MEMBERS: ReadonlySet<string> = new Set([
  "expression",
  "skipWhen",
  "when",
  "until",
  "check",
  "uri",
  "expect",
  "items",
  "ms",
  "successCondition",
]);

/** An expression, and its place in the body. */
type PlacedText = readonly [pointer: string, text: string];

/** Who reads: a node when it begins, or the task before its first node or after its last. */
type Reader = number | "start" | "end";

/** What is wrong with the expressions of a body: their texts, and what they read of nodes. */
export function expressionIssues(body: TaskBody, graph: TaskGraph): readonly InputIssue[] {
  const expressions = new Expressions();
  const judge = new ReferenceJudge(graph);
  const issuesOf = (reader: Reader, [at, text]: PlacedText): readonly InputIssue[] => {
    try {
      return expressions.get(text).references.flatMap((reference) => judge.issues(reader, reference, at));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [issueAt(at, "bad_expression", { position: error.at + 1, text: error.message })];
    }
  };
  const { vars = [], results = [], successCondition } = body;
  return [
    ...expressionsIn(vars, "/vars").flatMap((placed) => issuesOf("start", placed)),
    ...graph.nodes.flatMap(({ node, pointer, index }) =>
      expressionsIn(node, pointer).flatMap((placed) => issuesOf(index, placed)),
    ),
    ...expressionsIn(results, "/results").flatMap((placed) => issuesOf("end", placed)),
    ...expressionsIn({ successCondition }, "").flatMap((placed) => issuesOf("end", placed)),
  ];
}

/** Judges what expressions read of nodes. */
class ReferenceJudge {
  readonly #sure: SureNodes;
  readonly #nodes: ReadonlyMap<string, GraphNode>;

  constructor(graph: TaskGraph) {
    this.#sure = new SureNodes(graph);
    this.#nodes = new Map(graph.nodes.map((node) => [node.node.id, node]));
  }

  issues(reader: Reader, { path, mayBeMissing }: Reference, at: string): readonly InputIssue[] {
    if (path.root !== "JOB") return [];
    const [step, item] = path.steps;
    const name = step?.type === "name" ? step.name : "*";
    const read = this.#nodes.get(name);
    if (read === undefined) return [issueAt(at, "unknown_reference", { name })];
    const isBatch = "each" in read.node && read.node.each !== undefined;
    const issues = isBatch && item?.type === "name" ? [issueAt(at, "batch_needs_item", { name })] : [];
    const before = this.#before(reader, read.index);
    if (before === Before.Never) return [...issues, issueAt(at, "reference_not_before", { name })];
    if (before === Before.Surely || mayBeMissing) return issues;
    return [...issues, issueAt(at, "maybe_not_run", { name })];
  }

  #before(reader: Reader, read: number): Before {
    if (reader === "start") return Before.Never;
    // What a task ends with is for those that succeed, and says itself what it can do without.
    if (reader === "end" || reader === read) return Before.Surely;
    return this.#sure.before(reader, read);
  }
}

function expressionsIn(value: unknown, pointer: string): readonly PlacedText[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const at = `${pointer}/${escapePointer(name)}`;
    // Nodes in groups are looked at by themselves, and JSON that is given is no expression.
    if (name === "nodes" || name === "value" || name === "work" || name === "form") return [];
    if (EXPRESSION_MEMBERS.has(name) && typeof inner === "string") return [[at, inner] as const];
    return expressionsIn(inner, at);
  });
}
