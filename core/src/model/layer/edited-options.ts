import type { ResolvedJobOptions } from "../option/job-options.ts";
import { OPTION_PATHS, type OptionPath } from "../option/option-path.ts";
import { applyStatedOptions } from "../option/resolve-options.ts";
import { pickValues, textAt, valuesOf } from "./option-values.ts";

/** The parts of a definition that say which options a person or a program has set. */
export interface EditableOptions {
  readonly options: ResolvedJobOptions;
  readonly declared: ResolvedJobOptions;
  readonly edited?: readonly OptionPath[];
}

/** The options that are edited once these are in force: one that is set back to the code's value is edited no more. */
export function editedAfter(before: EditableOptions, options: ResolvedJobOptions): readonly OptionPath[] {
  const edited = new Set(before.edited);
  const [now, then, declared] = [valuesOf(options), valuesOf(before.options), valuesOf(before.declared)];
  return OPTION_PATHS.filter((path) => {
    const value = textAt(now, path);
    return value === textAt(then, path) ? edited.has(path) : value !== textAt(declared, path);
  });
}

/** The options of the code, with the edited ones put over them. */
export function followCode(
  { options, edited = [] }: EditableOptions,
  code: ResolvedJobOptions,
): ResolvedJobOptions {
  return applyStatedOptions(code, pickValues(valuesOf(options), edited));
}
