import type { TFunction } from "i18next";
import type { Act } from "../../api/operations.generated.ts";
import { type NameOfActor, nameOfActor } from "../../ui/names/name-of-actor.ts";

/** Who did something, in words. */
export function actorName(by: Act["by"], t: TFunction, nameOf: NameOfActor = nameOfActor): string {
  if (by === null) return t("history.program");
  return by.id === "local" ? t("history.local") : nameOf(by.id);
}
