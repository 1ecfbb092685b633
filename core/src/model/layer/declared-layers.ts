import type { JobKind } from "../option/job-kind.ts";
import type { JobDefaults, StatedOptions } from "../option/job-options.ts";
import { OPTION_PATHS, type OptionPath } from "../option/option-path.ts";
import { pathsOf, statedPaths } from "./option-values.ts";

/** Which of the declared values the job itself states, and which the scheduler's defaults gave it; the rest are ours. */
export interface DeclaredLayers {
  readonly code: readonly OptionPath[];
  readonly global: readonly OptionPath[];
}

/** The layers of a job that states these options under these defaults. */
export function declaredLayers(kind: JobKind, stated: StatedOptions, defaults: JobDefaults): DeclaredLayers {
  const paths = new Set(pathsOf(kind));
  const code = statedPaths({ ...stated }).filter((path) => paths.has(path));
  const global = statedPaths({ ...defaults }).filter((path) => paths.has(path) && !code.includes(path));
  return { code, global };
}

/** The layers of a definition whose record does not have them: all that is declared counts as stated. */
export const ALL_STATED: DeclaredLayers = { code: OPTION_PATHS, global: [] };
