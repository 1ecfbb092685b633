import type { WayMark } from "./marks.ts";

/** A node to wait for, as a body states it. */
export interface BodyPre {
  readonly node: string;
  readonly on?: "ok" | "failed" | "ended";
  readonly branch?: string;
  /** In a drawing of two bodies: how it differs. @default it is the same */
  readonly mark?: WayMark;
}

export const NODE_TYPES = ["job", "condition", "wait", "approval", "task", "group"] as const;
export type NodeType = (typeof NODE_TYPES)[number];

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** A node of a task's body, as far as it is drawn and shown. */
export interface BodyNode {
  readonly id: string;
  readonly type: NodeType;
  readonly title?: string;
  readonly pre: readonly BodyPre[];
  /** Of a group. */
  readonly nodes: readonly BodyNode[];
  /** It runs once for each item. */
  readonly isBatch: boolean;
  readonly cleanup: boolean;
  /** The key of the job or task that it executes; `null` where it has none. */
  readonly jobKey: string | null;
  /** Names of the branches of a condition. */
  readonly branches: readonly string[];
  /** Most visits of the loop that it heads; `null` where it heads none. */
  readonly maxVisits: number | null;
  /** The signal that it waits for. */
  readonly signal: string | null;
  /** Where it was put, from the corner of its list; `null` where the layout puts it. */
  readonly position: Position | null;
  /** Where it stands in the body, as a JSON Pointer. */
  readonly pointer: string;
  /** As it is written. */
  readonly source: Readonly<Record<string, unknown>>;
}

/** The node by which a task looks at what it needs, before all others. */
const RESOURCE_NODE = "resources";

const READ = new WeakMap<object, readonly BodyNode[]>();

/** The nodes of a body, also of one that is being written: what cannot be drawn is left out. A body is read once. */
export function readBodyNodes(body: unknown): readonly BodyNode[] {
  const known = objectOf(body);
  if (known === null) return [];
  const nodes = READ.get(known) ?? readNodes(known);
  READ.set(known, nodes);
  return nodes;
}

function readNodes(body: Readonly<Record<string, unknown>>): readonly BodyNode[] {
  const nodes = readList(body, "");
  const resources = listOf(body["resources"]);
  if (resources.length === 0 || nodes.some(({ id }) => id === RESOURCE_NODE)) return nodes;
  const looks = readNode({ id: RESOURCE_NODE, type: "job", resources }, "/resources");
  const behind = nodes.map((node) => (isFirst(node) ? { ...node, pre: [{ node: RESOURCE_NODE }] } : node));
  return looks === null ? nodes : [looks, ...behind];
}

/** Whether nothing but the task's own beginning comes before it. */
function isFirst({ pre, cleanup }: BodyNode): boolean {
  return pre.length === 0 && !cleanup;
}

function readList(body: unknown, pointer: string): readonly BodyNode[] {
  const list = objectOf(body)?.["nodes"];
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  return list.flatMap((value: unknown, index) => {
    const node = readNode(value, `${pointer}/nodes/${index}`);
    if (node === null || seen.has(node.id)) return [];
    seen.add(node.id);
    return [node];
  });
}

/** They and those in their groups, in the order of the body. */
export function flatNodes(nodes: readonly BodyNode[]): readonly BodyNode[] {
  return nodes.flatMap((node) => [node, ...flatNodes(node.nodes)]);
}

function readNode(value: unknown, pointer: string): BodyNode | null {
  const source = objectOf(value);
  const type = NODE_TYPES.find((known) => known === source?.["type"]);
  const id = textOf(source?.["id"]);
  if (source === null || type === undefined || id === null) return null;
  const title = textOf(source["title"]);
  return {
    id,
    type,
    ...(title !== null && { title }),
    pre: listOf(source["pre"]).flatMap(readPre),
    nodes: type === "group" ? readList(source, pointer) : [],
    isBatch: objectOf(source["each"]) !== null,
    cleanup: source["cleanup"] === true,
    jobKey: textOf(objectOf(source["job"])?.["key"]) ?? textOf(source["key"]),
    branches: [
      ...listOf(source["branches"]).flatMap((branch) => textOf(objectOf(branch)?.["name"]) ?? []),
      ...(textOf(source["else"]) === null ? [] : [String(source["else"])]),
    ],
    maxVisits: numberOf(objectOf(source["loop"])?.["maxVisits"]),
    signal: textOf(objectOf(source["for"])?.["signal"]),
    position: positionOf(source["position"]),
    pointer,
    source,
  };
}

function readPre(value: unknown): readonly BodyPre[] {
  const source = objectOf(value);
  const node = textOf(source?.["node"]);
  if (node === null) return [];
  const on = (["ok", "failed", "ended"] as const).find((known) => known === source?.["on"]);
  const branch = textOf(source?.["branch"]);
  return [{ node, ...(on !== undefined && { on }), ...(branch !== null && { branch }) }];
}

/** A place that no drawing could reach is none. */
const FARTHEST = 100_000;

function positionOf(value: unknown): Position | null {
  const source = objectOf(value);
  const [x, y] = [numberOf(source?.["x"]), numberOf(source?.["y"])];
  const isNear = (at: number | null): at is number => at !== null && Math.abs(at) <= FARTHEST;
  return isNear(x) && isNear(y) ? { x, y } : null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number that was read from the API may be kept as it was written. */
function numberOf(value: unknown): number | null {
  const number = Number(value ?? NaN);
  return Number.isFinite(number) ? number : null;
}
