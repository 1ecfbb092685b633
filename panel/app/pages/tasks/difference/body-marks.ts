import type { ChangeMark } from "../graph/marks.ts";
import { membersOf } from "../inspector/member-edit.ts";
import type { FoundDifference } from "./find-difference.ts";

/** The node that is drawn for what the workflow itself needs. */
const RESOURCES = "resources";

/** The nodes of a drawing of both bodies that differ. */
export function bodyMarks(
  { nodes, members }: FoundDifference,
  before: unknown,
  after: unknown,
): ReadonlyMap<string, ChangeMark> {
  const marks = [...nodes].flatMap(([id, { kind }]) => (kind === "same" ? [] : [[id, kind] as const]));
  const isOther = members.some(({ pointer }) => /^\/resources(?:\/|$)/.test(pointer));
  if (!isOther || nodes.has(RESOURCES)) return new Map(marks);
  return new Map([[RESOURCES, resourcesMark(before, after)], ...marks]);
}

function resourcesMark(before: unknown, after: unknown): ChangeMark {
  const isIn = (body: unknown): boolean => membersOf(body)[RESOURCES] !== undefined;
  if (!isIn(before)) return "added";
  return isIn(after) ? "changed" : "removed";
}
