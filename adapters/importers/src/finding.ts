import { type FindingParameters, shownParameters } from "./finding-parameters.ts";
import type { FindingCode } from "./words/finding-words.ts";

export const FindingLevel = {
  /** It is carried over, in other words. */
  Info: "info",
  /** Something is lost or differs: the text says what happens instead. */
  Warning: "warning",
  /** The job cannot be imported. */
  Error: "error",
} as const;
export type FindingLevel = (typeof FindingLevel)[keyof typeof FindingLevel];

/** A fact about a job that is carried over, for a person to know. */
export interface Finding {
  readonly code: FindingCode;
  readonly level: FindingLevel;
  /** The name of the field where it comes from; `null` for the job as a whole. */
  readonly field: string | null;
  readonly parameters: FindingParameters;
}

export function info(code: FindingCode, field: string | null, parameters: FindingParameters = {}): Finding {
  return { code, level: FindingLevel.Info, field, parameters: shownParameters(parameters) };
}

export function warning(
  code: FindingCode,
  field: string | null,
  parameters: FindingParameters = {},
): Finding {
  return { code, level: FindingLevel.Warning, field, parameters: shownParameters(parameters) };
}

export function refusal(
  code: FindingCode,
  field: string | null,
  parameters: FindingParameters = {},
): Finding {
  return { code, level: FindingLevel.Error, field, parameters: shownParameters(parameters) };
}
