import type { TFunction } from "i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { edgeWords } from "../graph/edge-words.ts";
import { nodeName } from "./task-model.ts";

/** What a node follows, and on which of its ends. */
export function afterWords({ pre }: BodyNode, all: readonly BodyNode[], t: TFunction): string {
  return pre
    .map((one) => {
      const words = edgeWords(one, t);
      const name = nodeName(all, one.node);
      return words === "" ? name : `${name} (${words})`;
    })
    .join(t("common.separator"));
}
