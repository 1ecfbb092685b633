import type { TFunction } from "i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { nodeName, type NodeJson, type TaskJson } from "./task-model.ts";

const STOPPED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Blocked", "Cancelled"]);

/** Why a node is as it is: what it waits for, or why it did not run; `null` where its state says all. */
export function waitWords(
  task: Pick<TaskJson, "phase" | "nodes">,
  node: NodeJson,
  all: readonly BodyNode[],
  t: TFunction,
): string | null {
  const names = (ids: readonly string[]): string =>
    ids.map((id) => nodeName(all, id)).join(t("common.separator"));
  const body = all.find(({ id }) => id === node.id);
  switch (node.status) {
    case null:
      if (task.phase === "ended") return t("task.why.never");
      if (body?.cleanup === true) return t("task.why.cleanup");
      return node.waitsFor.length > 0
        ? t("task.why.follows", { nodes: names(node.waitsFor) })
        : t("task.why.undecided");
    case "Ready":
      return t(task.phase === "paused" ? "task.why.paused" : "task.why.place");
    case "Waiting":
      return waitingWords(node, body, t);
    case "Skipped":
      return t("task.why.skipped");
    case "Blocked": {
      const failed = (body?.pre ?? []).filter((pre) =>
        task.nodes.some(({ id, status }) => id === pre.node && STOPPED.has(status)),
      );
      return t("task.why.blocked", { nodes: names(failed.map((pre) => pre.node)) });
    }
    case "Running":
    case "Succeeded":
    case "Failed":
    case "Cancelled":
      return null;
  }
}

function waitingWords(node: NodeJson, body: BodyNode | undefined, t: TFunction): string {
  if (body?.signal !== undefined && body.signal !== null)
    return t("task.why.signal", { signal: body.signal });
  switch (node.type) {
    case "approval":
      return t("task.why.approval");
    case "condition":
      return t("task.why.visit");
    case "wait":
      return t("task.why.time");
    case "job":
    case "task":
    case "group":
      return t("task.why.attempt");
  }
}
