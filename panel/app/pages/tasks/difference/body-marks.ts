import type { NodeMark } from "../graph/graph-node.tsx";
import { membersOf } from "../inspector/member-edit.ts";
import type { FoundDifference } from "./find-difference.ts";

/** The node that is drawn for what the workflow itself needs. */
const RESOURCES = "resources";

/** The nodes of a drawing of both bodies that differ. */
export function bodyMarks(
  { nodes, members }: FoundDifference,
  before: unknown,
  after: unknown,
): ReadonlyMap<string, NodeMark> {
  const marks = [...nodes].flatMap(([id, { kind }]) => (kind === "same" ? [] : [[id, kind] as const]));
  const isOther = members.some(({ pointer }) => /^\/resources(?:\/|$)/.test(pointer));
  if (!isOther || nodes.has(RESOURCES)) return new Map(marks);
  return new Map([[RESOURCES, resourcesMark(before, after)], ...marks]);
}

function resourcesMark(before: unknown, after: unknown): NodeMark {
  const isIn = (body: unknown): boolean => membersOf(body)[RESOURCES] !== undefined;
  if (!isIn(before)) return "added";
  return isIn(after) ? "changed" : "removed";
}
