import { canonicalJson, copyJson } from "../../base/json.ts";
import type { JobKind } from "../option/job-kind.ts";
import type { ResolvedJobOptions, StatedOptions } from "../option/job-options.ts";
import { isCompound } from "../option/option.ts";
import { OPTION_PATHS, type OptionPath } from "../option/option-path.ts";
import { optionsOf } from "../option/option-schema.ts";

/** Values of some options, by name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** The options of a definition by name, those of its schedule beside the others. */
export function valuesOf({ schedule, ...common }: ResolvedJobOptions): OptionValues {
  return { ...common, ...schedule };
}

export function valueAt(values: OptionValues, path: OptionPath): unknown {
  const [name = "", member] = path.split(".");
  const value = values[name];
  return member === undefined ? value : (value as OptionValues | undefined)?.[member];
}

/** The value as text: the same for what is the same value to a job. */
export function textAt(values: OptionValues, path: OptionPath): string {
  return canonicalJson(copyJson(valueAt(values, path) ?? null));
}

/** The values at these paths alone, as they can be stated. */
export function pickValues(values: OptionValues, paths: readonly OptionPath[]): StatedOptions {
  const stated: Record<string, unknown> = {};
  for (const path of paths) {
    const [name = "", member] = path.split(".");
    const value = valueAt(values, path);
    stated[name] =
      member === undefined ? value : { ...(stated[name] as object | undefined), [member]: value };
  }
  return stated;
}

/** The paths of those options that are stated; of a compound one, of its parts. */
export function statedPaths(values: OptionValues): readonly OptionPath[] {
  return OPTION_PATHS.filter((path) => valueAt(values, path) !== undefined);
}

/** The options that jobs of the kind have, in the order of the table. */
export function pathsOf(kind: JobKind): readonly OptionPath[] {
  return Object.entries(optionsOf(kind)).flatMap(([name, option]) =>
    isCompound(option) ? Object.keys(option.members).map((member) => `${name}.${member}`) : [name],
  ) as readonly OptionPath[];
}
