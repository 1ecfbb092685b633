import type { AlarmCondition, IncidentParameters } from "../incident/condition.ts";
import type { OptionName, OptionPath } from "../option/option-path.ts";

/** The languages sentences are made in. */
export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a time, given as ISO 8601, is written for who reads it. */
export type TimeText = (at: string) => string;

/** The sentence of an incident of each condition. */
export type IncidentWords = {
  readonly [Condition in AlarmCondition]: (
    parameters: IncidentParameters[Condition],
    time: TimeText,
  ) => string;
};

/** What people read of the options. */
export interface OptionWords {
  /** One sentence for documents. */
  readonly description: Readonly<Record<OptionName, string>>;
  /** Its name in a form. */
  readonly label: Readonly<Record<OptionPath, string>>;
  /** What to write, below its input; `{{zone}}` is the reader's zone. */
  readonly hint: Readonly<Partial<Record<OptionPath, string>>>;
  /** Its choices. */
  readonly choice: Readonly<Partial<Record<OptionPath, Readonly<Record<string, string>>>>>;
}
