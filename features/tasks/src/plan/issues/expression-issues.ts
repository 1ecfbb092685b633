import { issueAt, type TaskBody, type TaskNode } from "@mojob/core/engine";
import {
  ExpressionError,
  Expressions,
  isSecretKey,
  MOST_PATTERNS,
  NodeType,
  type ParsedExpression,
  Patterns,
  type Reference,
  secretIn,
  takesSecretArgs,
} from "@mojob/core/feature";
import { isNode, type Reader, ReadOrder } from "../graph/read-order.ts";
import { Before } from "../graph/sure-nodes.ts";
import type { GraphNode, TaskGraph } from "../graph/task-graph.ts";
import { expressionsIn, type PlacedText } from "../graph/expression-texts.ts";
import type { IssueList } from "./issue-list.ts";

const ROOTS = ["TASK", "VARS", "JOB", "ITEM", "INDEX", "VISIT", "SECRET"];
/** Where a node has ended that has something to say of itself. */
const ROOTS_AT_END = [...ROOTS, "SELF"];
/** In what a job says of itself. */
const OF_JOB = /\/job\/(resources|verify|successCondition|results)\/|^\/(resources)\//;
/** The values that a worker knows of a run: before its work, and once that has ended. */
const KNOWN_BEFORE = ["PARAMS"];
const KNOWN_AFTER = ["PARAMS", "RESULT"];
/** The values that the task itself knows of a node, of a batch as a whole too. */
const STATE_MEMBERS: ReadonlySet<string> = new Set(["STATUS", "CODE"]);

type Step = Reference["path"]["steps"][number];

/** Notes what is wrong with the expressions of a body: their texts, and what they read of nodes. Yields after each of them. */
export function* noteExpressionIssues(
  list: IssueList,
  body: TaskBody,
  graph: TaskGraph,
): Generator<void, void> {
  const expressions = new Expressions();
  const patterns = new Patterns();
  const judge = new ReferenceJudge(list, graph);
  const note = (reader: Reader, placed: PlacedText): void => {
    const { pointer, text } = placed;
    try {
      const parsed = expressions.get(text);
      patterns.assert(parsed.expression);
      if (parsed.references.length === 0) return;
      noteSecrets(list, reader, parsed, placed);
      for (const reference of parsed.references) judge.note(reader, reference, pointer);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      list.error(issueAt(pointer, "bad_expression", { position: error.at + 1, text: error.message }));
    }
  };
  const { vars = [], resources = [], results = [], successCondition } = body;
  const all: readonly (readonly [Reader, readonly PlacedText[]])[] = [
    ["start", expressionsIn(vars, "/vars")],
    ["start", expressionsIn(resources, "/resources")],
    ...graph.nodes.map((node) => [node, expressionsIn(node.node, node.pointer)] as const),
    ["end", expressionsIn(results, "/results")],
    ["end", expressionsIn({ successCondition }, "")],
  ];
  for (const [reader, texts] of all)
    for (const placed of texts) {
      note(isOfItemEnd(reader, placed) ? { group: reader } : reader, placed);
      yield;
    }
  const { tooMany } = patterns;
  if (tooMany !== null)
    list.error(issueAt("", "patterns_too_large", { max: MOST_PATTERNS, instructions: tooMany }));
}

/** Whether an expression of a group is evaluated once the nodes of an item have ended. */
function isOfItemEnd(reader: Reader, { pointer }: PlacedText): reader is GraphNode {
  return (
    isNode(reader) && reader.node.type === NodeType.Group && pointer.startsWith(`${reader.pointer}/results/`)
  );
}

/** A secret is opened on the worker, as the whole value of a parameter that is declared as secret where it is declared. */
function noteSecrets(
  list: IssueList,
  reader: Reader,
  { expression, references }: ParsedExpression,
  { pointer, param }: PlacedText,
): void {
  if (!references.some(({ path }) => path.root === "SECRET")) return;
  const name = secretIn(expression);
  if (name !== null && param !== null && isNode(reader) && mayBeSecret(reader.node, param)) {
    if (!isSecretKey(name)) list.error(issueAt(pointer, "secret_name_rule"));
    else if (isOfProgram(reader.node)) list.error(issueAt(pointer, "secret_of_program"));
    return;
  }
  list.error(issueAt(pointer, "secret_in_text"));
}

function mayBeSecret(node: TaskNode, param: string): boolean {
  // A task can hand its arguments on and show them.
  if (node.type !== NodeType.Job) return false;
  const declared = "work" in node.job ? node.job.params : undefined;
  const one = declared?.find(({ name }) => name === param);
  return one === undefined || one.secret === true;
}

function isOfProgram(node: TaskNode): boolean {
  if (node.type !== NodeType.Job || !("work" in node.job)) return false;
  const { work, ready = work, end = work } = node.job;
  return ![ready, work, end].every(takesSecretArgs);
}

/** Judges what expressions read. */
class ReferenceJudge {
  readonly #list: IssueList;
  readonly #nodes: ReadonlyMap<string, GraphNode>;
  readonly #order: ReadOrder;

  constructor(list: IssueList, graph: TaskGraph) {
    this.#list = list;
    this.#order = new ReadOrder(graph);
    this.#nodes = new Map(graph.nodes.map((node) => [node.node.id, node]));
  }

  note(reader: Reader, { path, mayBeMissing }: Reference, at: string): void {
    const { root, steps } = path;
    const [, ofJob, ofTask] = OF_JOB.exec(at) ?? [];
    const part = ofJob ?? ofTask;
    if (part !== undefined && isOwnName(reader, path, part, at)) return;
    const written = part === undefined ? writerAt(reader, at) : null;
    const values = part === undefined ? (written ?? ROOTS) : rootsOfJob(at);
    if (!values.includes(root)) {
      this.#list.error(issueAt(at, "unknown_root", { name: root, values }));
      return;
    }
    if (part !== undefined) this.#noteSelf(path, part, at);
    if (root === "VISIT" && !mayBeMissing && !this.#order.isInLoop(reader))
      this.#list.error(issueAt(at, "visit_outside_loop"));
    if (root === "SELF" && written !== null && isNode(reader)) this.#noteBatch(reader, steps[0], at);
    if (root !== "JOB") return;
    const [step, item] = steps;
    const name = step?.type === "name" ? step.name : "*";
    const read = this.#nodes.get(name);
    if (read === undefined) {
      this.#list.error(issueAt(at, "unknown_reference", { name }));
      return;
    }
    const isState = this.#noteBatch(read, item, at);
    if (written !== null && read === reader) return;
    const before = this.#order.before(reader, read);
    if (before === Before.Never) this.#list.error(issueAt(at, "reference_not_before", { name }));
    else if (before === Before.Maybe && !mayBeMissing) this.#noteMaybe(reader, read, isState, at);
  }

  /** Notes a value of a batch without saying of which item; whether it is one that the task knows of the whole. */
  #noteBatch({ node }: GraphNode, item: Step | undefined, at: string): boolean {
    const isState = item?.type === "name" && STATE_MEMBERS.has(item.name);
    const isBatch = "each" in node && node.each !== undefined;
    if (isBatch && item?.type === "name" && !isState)
      this.#list.error(issueAt(at, "batch_needs_item", { name: node.id }));
    return isState;
  }

  /** Notes an unknown name in the checks that the worker makes; the others are judged by the task once the job has ended. */
  #noteSelf({ root, steps: [step] }: Reference["path"], part: string, at: string): void {
    const isOnWorker = part === "resources" || part === "verify" || at.includes("/use/");
    if (root !== "SELF" || !isOnWorker || step?.type !== "name") return;
    const values = part === "resources" ? KNOWN_BEFORE : KNOWN_AFTER;
    if (!values.includes(step.name))
      this.#list.error(issueAt(at, "unknown_of_self", { name: step.name, values }));
  }

  /** A node that may not have run is an error where the graph says so, and a warning where it depends on how runs end. */
  #noteMaybe(reader: Reader, { index, node: { id: name } }: GraphNode, isState: boolean, at: string): void {
    const issue = issueAt(at, "maybe_not_run", { name });
    if (reader === "end" || (typeof reader === "object" && !isNode(reader))) this.#list.warning(issue);
    // Every node has a state once it is decided, whether or not it has run.
    else if (!isState) this.#list.error(issue);
    else if (isNode(reader) && !isDecidedFor(reader, index)) this.#list.warning(issue);
  }
}

/** The roots of what a node writes into variables at its end; `null` for any other expression. */
function writerAt(reader: Reader, at: string): readonly string[] | null {
  if (!isNode(reader) || !at.startsWith(`${reader.pointer}/vars/`)) return null;
  const { node } = reader;
  const isSelf =
    node.type === NodeType.Job ||
    node.type === NodeType.Task ||
    node.type === NodeType.Approval ||
    (node.type === NodeType.Group && node.each !== undefined);
  return isSelf ? ROOTS_AT_END : ROOTS;
}

function rootsOfJob(at: string): readonly string[] {
  return at.endsWith("/expect") ? ["SELF", "RESOURCE"] : ["SELF"];
}

/** Whether what the task judges of a job reads it by the name of its node, which stands for `$.SELF` there. */
function isOwnName(
  reader: Reader,
  { root, steps: [step] }: Reference["path"],
  part: string,
  at: string,
): boolean {
  const isOfTask = (part === "results" || part === "successCondition") && !at.includes("/use/");
  return (
    isOfTask && root === "JOB" && isNode(reader) && step?.type === "name" && step.name === reader.node.id
  );
}

/** Whether a node waits until the other one is decided. */
function isDecidedFor({ node, ins }: GraphNode, other: number): boolean {
  const { join = "live" } = node;
  return (
    join !== "any" && typeof join === "string" && ins.some(({ from, isBack }) => from === other && !isBack)
  );
}
