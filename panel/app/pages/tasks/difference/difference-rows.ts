import type { TFunction } from "i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import { type BodyNode, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { nodeName } from "../run/task-model.ts";
import type { FoundDifference, Way } from "./find-difference.ts";
import { wayWords } from "./marked-ways.ts";
import type { MemberChange } from "./member-changes.ts";

/** A part that differs, as it is shown; `null` where there is none. */
export interface DifferenceRow {
  readonly place: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface BodyPair {
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs in a node: its members, its group and the ways to it. */
export function differenceRows(
  { nodes, ways }: FoundDifference,
  id: string,
  { before, after }: BodyPair,
  t: TFunction,
): readonly DifferenceRow[] {
  const node = nodes.get(id);
  if (node === undefined || node.kind === "same") return [];
  if (node.kind !== "changed") {
    const whole = t("flow.difference.whole");
    return [memberRow({ pointer: whole, before: sourceIn(before, id), after: sourceIn(after, id) })];
  }
  const all = [...flatNodes(readBodyNodes(after)), ...flatNodes(readBodyNodes(before))];
  const { group, members } = node;
  const toIt = ({ to }: Way): boolean => to === id;
  return [
    ...members.map(memberRow),
    ...(group === null ? [] : [{ place: t("flow.difference.group"), ...group }]),
    ...ways.removed.filter(toIt).map((way) => wayRow(way, "before", all, t)),
    ...ways.added.filter(toIt).map((way) => wayRow(way, "after", all, t)),
  ];
}

/** A member at its place in the body. */
export function memberRow({ pointer, before, after }: MemberChange): DifferenceRow {
  const shown = (value: unknown): string | null => (value === undefined ? null : jsonText(value));
  return { place: pointer, before: shown(before), after: shown(after) };
}

function sourceIn(body: unknown, id: string): unknown {
  return flatNodes(readBodyNodes(body)).find((node) => node.id === id)?.source;
}

function wayRow(way: Way, side: "before" | "after", all: readonly BodyNode[], t: TFunction): DifferenceRow {
  const place = t("flow.difference.way", { node: nodeName(all, way.from) });
  return { place, before: null, after: null, [side]: wayWords(way, t) };
}
