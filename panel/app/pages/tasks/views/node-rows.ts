import { type NodeTimes, tookMs } from "@mojob/tasks/replay";
import type { BodyNode } from "../graph/body-node.ts";
import type { ShownStatus } from "../graph/node-icon.tsx";
import type { NodeJson } from "../run/task-model.ts";
import { criticalPath, type TimedNode } from "./critical-path.ts";

/** A node of a run, as every view of it shows it. */
export interface NodeRow {
  readonly id: string;
  readonly name: string;
  readonly node: NodeJson;
  readonly body: BodyNode;
  /** How many groups it is in. */
  readonly depth: number;
  readonly status: ShownStatus;
  readonly times: NodeTimes | null;
  /** How long it took or has taken so far; `null` where it has not begun. */
  readonly ms: number | null;
  /** Of the time that the slowest took: 0 to 1. */
  readonly share: number;
  /** It decided how long the run took. */
  readonly isCritical: boolean;
}

/** The rows of all nodes, in the order of the body. */
export function nodeRows(
  all: readonly BodyNode[],
  nodes: readonly NodeJson[],
  times: ReadonlyMap<string, NodeTimes>,
  nowMs: number,
): readonly NodeRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path = new Set(pathOf(all, times, nowMs));
  const rows = all.flatMap((body): readonly NodeRow[] => {
    const node = byId.get(body.id);
    if (node === undefined) return [];
    const at = times.get(body.id) ?? null;
    const ms =
      at === null || at.startedMs === null ? null : (tookMs(at) ?? Math.max(0, nowMs - at.startedMs));
    return [
      {
        id: body.id,
        name: body.title ?? body.id,
        node,
        body,
        depth: body.pointer.split("/nodes/").length - 2,
        status: node.status ?? "Open",
        times: at,
        ms,
        share: 0,
        isCritical: path.has(body.id),
      },
    ];
  });
  const longest = Math.max(1, ...rows.map(({ ms, body }) => (body.nodes.length > 0 ? 0 : (ms ?? 0))));
  return rows.map((row) => ({ ...row, share: Math.min(1, (row.ms ?? 0) / longest) }));
}

function pathOf(
  all: readonly BodyNode[],
  times: ReadonlyMap<string, NodeTimes>,
  nowMs: number,
): readonly string[] {
  const bodies = new Map(all.map((one) => [one.id, one]));
  // What is in a group begins with it; what follows a group follows what is in it.
  const followed = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const inner = bodies.get(id)?.nodes ?? [];
      return inner.length === 0 ? [id] : followed(inner.map((one) => one.id));
    });
  const visit = (nodes: readonly BodyNode[], outer: readonly string[]): readonly TimedNode[] =>
    nodes.flatMap((node): readonly TimedNode[] => {
      const own = followed(node.pre.map((pre) => pre.node));
      const after = own.length === 0 ? outer : own;
      if (node.nodes.length > 0) return visit(node.nodes, after);
      const at = times.get(node.id);
      if (at === undefined || at.startedMs === null) return [];
      return [{ id: node.id, startedMs: at.startedMs, endedMs: at.endedMs ?? nowMs, after }];
    });
  const top = all.filter(({ pointer }) => pointer.split("/nodes/").length === 2 || pointer === "/resources");
  return criticalPath(visit(top, []));
}

export const ROW_ORDERS = ["start", "length", "name", "body"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

/** Sorts a copy: by their begin (those that have not begun last), the longest first, by name, or as the body has them. */
export function sortRows(rows: readonly NodeRow[], order: RowOrder): readonly NodeRow[] {
  switch (order) {
    case "start":
      return rows.toSorted((one, other) => beginOf(one) - beginOf(other));
    case "length":
      return rows.toSorted((one, other) => (other.ms ?? -1) - (one.ms ?? -1));
    case "name":
      return rows.toSorted((one, other) => one.name.localeCompare(other.name));
    case "body":
      return rows;
  }
}

function beginOf({ times }: NodeRow): number {
  return times?.spans[0]?.fromMs ?? times?.startedMs ?? Number.MAX_SAFE_INTEGER;
}
