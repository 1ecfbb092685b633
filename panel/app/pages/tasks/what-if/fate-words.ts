import type { TFunction } from "i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { nodeName } from "../run/task-model.ts";
import type { SimulatedNode } from "./simulated-looks.ts";

/** Why a node begins, or why it does not. */
export function fateWords(node: SimulatedNode, all: readonly BodyNode[], t: TFunction): string {
  const { visits, code, state } = node;
  const why = reasonWords(node, all, t);
  if (visits === 0) return why ?? t("task.why.undecided");
  const count = t("flow.whatIf.begins", { count: visits });
  const begins =
    state === "Failed" && code !== null ? t("flow.whatIf.beginsCode", { begins: count, code }) : count;
  return why === null ? begins : [begins, why].join(t("flow.whatIf.afterwards"));
}

function reasonWords(
  { reason, after }: SimulatedNode,
  all: readonly BodyNode[],
  t: TFunction,
): string | null {
  const nodes = after.map((id) => nodeName(all, id)).join(t("common.separator"));
  switch (reason) {
    case "skipped":
      return nodes === "" ? t("flow.whatIf.reason.skipped") : t("flow.whatIf.reason.skippedAfter", { nodes });
    case "blocked":
      return t("task.why.blocked", { nodes });
    case "ending":
      return t("flow.whatIf.reason.ending");
    case "follows":
      return t("task.why.follows", { nodes });
    case "unknown_value":
      return t("flow.whatIf.reason.unknown_value");
    case "undecided":
      return t("task.why.undecided");
    case null:
      return null;
  }
}
