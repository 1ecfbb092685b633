import type { AlarmCondition } from "../incident/condition.ts";
import { INCIDENTS_EN } from "./incidents.en.ts";
import { INCIDENTS_ZH } from "./incidents.zh.ts";
import type { IncidentWords, Language, TimeText } from "./language.ts";

const INCIDENTS: Readonly<Record<Language, IncidentWords>> = { en: INCIDENTS_EN, zh: INCIDENTS_ZH };

/** The part of an incident that its sentence is made of. */
export interface DescribedIncident {
  readonly condition: AlarmCondition;
  readonly count: number;
  /** As the API has them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The latest first; a message is empty or `null` where it is hidden. */
  readonly errors: readonly { readonly message: string | null }[];
}

/**
 * The sentence of an incident: what is wrong, without naming its job or app.
 * @param time how a time is written @default ISO 8601
 *
 * @example
 * ```ts
 * import { incidentText } from "@mojob/core/words";
 *
 * incidentText({ condition: "run_failed", count: 2, parameters: { attempts: 1 }, errors: [{ message: "Disk full" }] });
 * // "2 runs failed: Disk full"
 * ```
 */
export function incidentText(
  { condition, count, parameters, errors }: DescribedIncident,
  language: Language = "en",
  time: TimeText = (at) => at,
): string {
  const sentence = INCIDENTS[language][condition] as
    | ((parameters: unknown, time: TimeText) => string)
    | undefined;
  const message = errors[0]?.message ?? "";
  // A newer version may know a condition that this one does not.
  return (
    sentence?.(
      { ...parameters, count: parameters["count"] ?? count, error: message === "" ? null : message },
      time,
    ) ?? condition
  );
}
