import type { TFunction } from "i18next";
import type { BodyPre } from "./body-node.ts";

/** The condition of an edge on the node that it comes from; empty where that is a good end. */
export function edgeWords(
  { on = "ok", branch = null }: { on?: BodyPre["on"]; branch?: string | null },
  t: TFunction,
): string {
  const end = on === "ok" ? null : t(`task.on.${on}`);
  return [branch, end].filter((part) => part !== null).join(" · ");
}
