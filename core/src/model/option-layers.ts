import { type JobDefinition, JobOrigin } from "./job-definition.ts";
import type { OptionPath } from "./option/option-path.ts";
import { ALL_STATED, type DeclaredLayers } from "./layer/declared-layers.ts";
import { pathsOf, textAt, valuesOf } from "./layer/option-values.ts";

/** Where the value of an option comes from. */
export const OptionLayer = {
  /** Nobody states it: it is the default of the option itself. */
  Default: "default",
  /** The scheduler's defaults for all jobs. */
  Global: "global",
  /** The code of the job. */
  Code: "code",
  /** The store: it was set there, or the code has changed since the job was first registered. */
  Stored: "stored",
} as const;
export type OptionLayer = (typeof OptionLayer)[keyof typeof OptionLayer];

/** Where each value in force comes from. */
export function optionLayers(definition: JobDefinition): ReadonlyMap<OptionPath, OptionLayer> {
  const { kind, origin, options, declared, edited = [], layers = ALL_STATED } = definition;
  const [inForce, ofCode] = [valuesOf(options), valuesOf(declared)];
  const layerAt = (path: OptionPath): OptionLayer => {
    if (edited.includes(path) || textAt(inForce, path) !== textAt(ofCode, path)) return OptionLayer.Stored;
    // Options that the maker of a job states are kept in the store alone.
    if (layers.code.includes(path)) return origin === JobOrigin.Code ? OptionLayer.Code : OptionLayer.Stored;
    return layers.global.includes(path) ? OptionLayer.Global : OptionLayer.Default;
  };
  return new Map(pathsOf(kind).map((path) => [path, layerAt(path)]));
}

/** The layers of a job that is made of another one: it states what that one's code states and its store has. */
export function layersOfCopy(original: JobDefinition): DeclaredLayers {
  const layers = [...optionLayers(original)];
  const pathsIn = (...wanted: readonly OptionLayer[]): readonly OptionPath[] =>
    layers.flatMap(([path, layer]) => (wanted.includes(layer) ? [path] : []));
  return { code: pathsIn(OptionLayer.Code, OptionLayer.Stored), global: pathsIn(OptionLayer.Global) };
}
