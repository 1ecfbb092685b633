import type { JsonValue, WorkFiles, WorkLog } from "@mojob/core/ports";
import type { Budget } from "../folder/budget.ts";
import type { PartNames } from "../folder/part-names.ts";
import type { Roots } from "../folder/reached.ts";

/** What one attempt has. */
export interface Session {
  readonly roots: Roots;
  readonly budget: Budget;
  readonly parts: PartNames;
  readonly args: JsonValue;
  readonly files: WorkFiles;
  readonly log: WorkLog;
  readonly signal: AbortSignal;
}
