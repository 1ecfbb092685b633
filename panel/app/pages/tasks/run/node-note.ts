import type { TFunction } from "i18next";
import { type NodeJson, visitNumber } from "./task-model.ts";

/** As `nodeNote`, for where there is little room: of a batch that failed only how many did. */
export function shortNote(node: NodeJson, t: TFunction): string | null {
  const { items } = node;
  if (items === null || node.status !== "Failed") return nodeNote(node, t);
  return t("task.itemsBadOf", { bad: items.bad, count: items.count });
}

/** Beside the state of a node: how many items are done, which branch was taken, which visit it is in, whose run it has. */
export function nodeNote(node: NodeJson, t: TFunction): string | null {
  const { items, branches, isTakenOver } = node;
  const visit = visitNumber(node);
  const isVisited = visit !== null && (visit > 1 || node.status !== null);
  const notes = [
    ...(items === null ? [] : [itemsWords(items, t)]),
    ...(branches.length === 0 ? [] : [`→ ${branches.join(t("common.separator"))}`]),
    ...(isVisited ? [t("task.visit", { number: visit })] : []),
    ...(isTakenOver ? [t("task.takenOver")] : []),
  ];
  return notes.length === 0 ? null : notes.join(" · ");
}

function itemsWords({ count, ok, bad }: NonNullable<NodeJson["items"]>, t: TFunction): string {
  const done = `${ok + bad}/${count}`;
  return bad === 0 ? done : `${done} · ${t("task.itemsBad", { count: bad })}`;
}
