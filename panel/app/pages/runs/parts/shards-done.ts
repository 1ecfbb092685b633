import type { TFunction } from "i18next";
import type { InstanceSummary } from "../../../api/operations.generated.ts";

/** How far a broadcast under way is, as "3 of 5 shards done"; `null` for any other run. */
export function shardsDone(
  {
    reasonCode,
    reasonParameters,
    progress,
  }: Pick<InstanceSummary, "reasonCode" | "reasonParameters" | "progress">,
  t: TFunction,
): string | null {
  if (reasonCode !== "broadcast") return null;
  const { shards } = reasonParameters as { readonly shards: number };
  return t("instances.shardsDone", { done: Math.round((progress?.fraction ?? 0) * shards), count: shards });
}
