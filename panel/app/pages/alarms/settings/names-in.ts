import type { TFunction } from "i18next";
import type { AlarmRoute, Silence } from "../../../api/operations.generated.ts";

/** The names in a text with commas between them; `null` where there are none. */
export function namesIn(text: string): string[] | null {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? null : names;
}

/** The names in a selection of alarms, in words. */
export function namesOf(
  {
    severities,
    conditions,
    apps,
    jobs,
    tags,
  }: Pick<AlarmRoute | Silence, "severities" | "conditions" | "apps" | "jobs" | "tags">,
  t: TFunction,
): readonly string[] {
  return [
    ...(severities ?? []).map((one) => t(`incidents.severity.${one}`)),
    ...(conditions ?? []).map((one) => t(`incidents.condition.${one}`)),
    ...(apps ?? []),
    ...(jobs ?? []),
    ...(tags ?? []).map((tag) => `#${tag}`),
  ];
}
