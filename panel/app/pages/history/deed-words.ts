import type { TFunction } from "i18next";
import type { Act } from "../../api/operations.generated.ts";
import { type NotedAct, taskAct } from "./task-act.ts";

interface Deed extends NotedAct {
  readonly kind: Act["kind"];
}

/** What was done, in words before its job or app: of a workflow's run which operation, and on which node. */
export function did(deed: Deed, t: TFunction): string {
  const act = taskAct(deed);
  if (act === null) return t(`history.did.${deed.kind}`);
  return t(`history.didToTask.${act.operation}`, { node: act.node });
}

/** What its doer wrote to it; `null` where nothing. */
export function writtenTo(deed: Deed): string | null {
  return (taskAct(deed) ?? deed).note;
}
