import type { JsonValue } from "../../base/json.ts";

export interface OptionDifference {
  readonly field: string;
  readonly code: JsonValue;
  readonly stored: JsonValue;
}

export interface CodeDifference extends OptionDifference {
  /** Whether somebody set the stored value; else the code has changed since. */
  readonly edited: boolean;
}
