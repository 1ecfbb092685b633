import type { TFunction } from "i18next";
import type { Act } from "../../api/operations.generated.ts";

/** Who did something, in words. */
export function actorName(by: Act["by"], t: TFunction): string {
  if (by === null) return t("history.program");
  return by.id === "local" ? t("history.local") : by.name;
}
