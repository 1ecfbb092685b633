import { nodesBefore, type NodesBefore, type ReadingPlace } from "@mojob/tasks/edit";
import { type BodyNode, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { NODE_PARTS, type NodePart, type PlainRoot, type SourceKind } from "./value-choice.ts";

/** What an expression is for, by which it may read this or that. */
export type ExpressionRole =
  /** In a node, when that begins. */
  | "value"
  /** A parameter of a job, which may be a secret. */
  | "param"
  /** What a node writes into variables at its end. */
  | "write"
  /** What a job says of itself once it has ended. */
  | "job"
  /** Where a resource is, before the job runs. */
  | "look"
  /** What a resource must be like. */
  | "found"
  /** What is looked at after the code of a job has ended. */
  | "verify"
  /** Variables of the task, before its first node. */
  | "start"
  /** Results of the task, after its last node. */
  | "end"
  /** Results of an item of a group. */
  | "itemEnd";

export interface ScopeNode {
  readonly id: string;
  readonly title: string;
  readonly isSure: boolean;
  readonly isBatch: boolean;
  /** Names of the results that it declares. */
  readonly results: readonly string[];
}

/** What an expression at its place may read. */
export interface ExpressionScope {
  readonly role: ExpressionRole;
  /** Where it stands; `null` outside of nodes. */
  readonly node: string | null;
  /** Whose secrets may be chosen. */
  readonly app: string;
  readonly kinds: readonly SourceKind[];
  /** The parts of the node itself, as `$.SELF` has them. */
  readonly ownParts: readonly NodePart[];
  /** Those that surely ran before come first. */
  readonly nodes: readonly ScopeNode[];
  readonly params: readonly string[];
  readonly variables: readonly string[];
  /** Names of the node's own parameters. */
  readonly given: readonly string[];
  /** Names of the results that the node declares. */
  readonly ownResults: readonly string[];
}

const FIXED: readonly SourceKind[] = ["fixed", "file", "document"];
const OF_TASK: readonly PlainRoot[] = ["param", "variable", "task"];
const PARTS = Object.keys(NODE_PARTS) as readonly NodePart[];

/** What a node that reads itself finds there. */
const OWN_PARTS: Readonly<Record<ExpressionRole, readonly NodePart[]>> = {
  value: [],
  param: [],
  write: PARTS,
  job: PARTS,
  look: ["given"],
  found: ["given"],
  verify: ["given", "result"],
  start: [],
  end: [],
  itemEnd: [],
};
const READS_OTHERS: ReadonlySet<ExpressionRole> = new Set(["value", "param", "write", "end", "itemEnd"]);

/** What an expression may read in a body, which may be one that is being written. */
export function scopeOf(
  body: unknown,
  { node, role, app }: Pick<ExpressionScope, "node" | "role" | "app">,
): ExpressionScope {
  const all = flatNodes(readBodyNodes(body));
  const own = all.find(({ id }) => id === node);
  const readsOthers = READS_OTHERS.has(role);
  const before = readsOthers ? nodesBeforeIn(body, placeOf(node, role)) : null;
  const nodes = before === null ? [] : scopeNodes(all, before);
  const isOfJob = role === "job" || role === "look" || role === "found" || role === "verify";
  const ownParts = OWN_PARTS[role];
  return {
    role,
    node,
    app,
    kinds: [
      ...FIXED,
      ...(isOfJob ? [] : OF_TASK),
      ...PARTS.filter((part) => nodes.length > 0 || ownParts.includes(part)),
      ...(own !== undefined && readsOthers && isPerItem(all, own) ? (["item", "index"] as const) : []),
      ...(before?.isInLoop === true ? (["visit"] as const) : []),
      ...(role === "param" && own?.type === "job" ? (["secret"] as const) : []),
      ...(role === "found" ? (["resource"] as const) : []),
    ],
    ownParts,
    nodes,
    params: namesIn(memberOf(body, "params")),
    variables: namesIn(memberOf(body, "vars")),
    given: own === undefined ? namesIn(memberOf(body, "params")) : givenNames(own),
    ownResults: own === undefined ? [] : declaredResults(own),
  };
}

const BEFORE = new WeakMap<object, Map<string, NodesBefore>>();

/** As `nodesBefore`, found once for all expressions at one place of a body. */
function nodesBeforeIn(body: unknown, place: ReadingPlace): NodesBefore {
  if (typeof body !== "object" || body === null) return nodesBefore(body, place);
  const found = BEFORE.get(body) ?? new Map<string, NodesBefore>();
  BEFORE.set(body, found);
  const name = JSON.stringify(place);
  const before = found.get(name) ?? nodesBefore(body, place);
  found.set(name, before);
  return before;
}

function placeOf(node: string | null, role: ExpressionRole): ReadingPlace {
  if (node === null) return role === "end" ? "end" : "start";
  return { node, isItemEnd: role === "itemEnd" };
}

function scopeNodes(all: readonly BodyNode[], { sure, maybe }: NodesBefore): readonly ScopeNode[] {
  const byId = new Map(all.map((node) => [node.id, node]));
  const shown = (ids: readonly string[], isSure: boolean): readonly ScopeNode[] =>
    ids.flatMap((id) => {
      const node = byId.get(id);
      if (node === undefined) return [];
      return [{ id, title: node.title ?? id, isSure, isBatch: node.isBatch, results: declaredResults(node) }];
    });
  return [...shown(sure, true), ...shown(maybe, false)];
}

/** Whether it is executed for each item of a list, or stands in a group that is. */
function isPerItem(all: readonly BodyNode[], node: BodyNode): boolean {
  return all.some(
    (one) => one.isBatch && (one.id === node.id || flatNodes(one.nodes).some(({ id }) => id === node.id)),
  );
}

function givenNames({ source }: BodyNode): readonly string[] {
  const names = [...namesIn(memberOf(source["job"], "params")), ...namesIn(source["params"])];
  return [...new Set(names)];
}

function declaredResults({ source, type }: BodyNode): readonly string[] {
  return namesIn(type === "group" ? source["results"] : memberOf(source["job"], "results"));
}

function namesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.map((one) => memberOf(one, "name")).filter((name) => typeof name === "string");
}

function memberOf(value: unknown, name: string): unknown {
  const isMembers = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isMembers ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
