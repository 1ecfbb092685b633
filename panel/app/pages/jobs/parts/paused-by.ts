import type { TFunction } from "i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import type { NameOfActor } from "../../../ui/names/name-of-actor.ts";

type Pause = NonNullable<JobDetail["pause"]>;

/** Who paused a job or stopped its app, in words; empty where the program itself did. */
export function pausedBy({ by }: Pick<Pause, "by">, t: TFunction, nameOf: NameOfActor): string {
  if (by === null) return "";
  return by === "local" ? t("job.pausedByLocal") : t("job.pausedBy", { by: nameOf(by) });
}
