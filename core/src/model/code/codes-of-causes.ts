import type { AnyRow } from "./code-row.ts";
import { CODES_OF_RUNS, type CodesOfRuns } from "./codes-of-runs.ts";
import { WHY_FIRE_CODES } from "./rows/why-fire.ts";
import { WHY_RUN_CODES } from "./rows/why-run.ts";

/** Rows with the types of their parameters. */
export type CodesOfCauses = CodesOfRuns & typeof WHY_RUN_CODES & typeof WHY_FIRE_CODES;

/** Every code of runs, some of which causes have too, and those that causes alone have. */
export const CODES_OF_CAUSES: Readonly<Record<string, AnyRow>> = {
  ...CODES_OF_RUNS,
  ...WHY_RUN_CODES,
  ...WHY_FIRE_CODES,
};
