import type { TFunction } from "i18next";
import type { Operation } from "../../api/operations.generated.ts";

/** One that wrote nothing for so long is under way no more. */
const SILENT_MS = 60_000;

/** How far an operation is, in words. */
export function progressWords(operation: Operation, nowMs: number, t: TFunction): string {
  const { done, leftAlone: left, total, endedAt, updatedAt } = operation;
  if (endedAt !== null) return t("history.ended", { done, total, left });
  const handled = { done: done + left, total };
  return nowMs - Date.parse(updatedAt) > SILENT_MS
    ? t("history.interrupted", handled)
    : t("history.underWay", handled);
}
