import { type JobDefinition, JobOrigin } from "../model/job-definition.ts";
import { ALL_STATED } from "../model/layer/declared-layers.ts";
import { pathsOf, pickValues, statedPaths, textAt, valuesOf } from "../model/layer/option-values.ts";
import type { JobDefaults } from "../model/option/job-options.ts";
import { applyStatedOptions } from "../model/option/resolve-options.ts";
import { owedSince } from "./owed-since.ts";

/**
 * The job as it is with the scheduler's defaults, where it was registered before they were known: what neither its code
 * states nor anybody has edited takes their value. The same object where nothing changes.
 */
export function adoptDefaults(definition: JobDefinition, defaults: JobDefaults, now: Date): JobDefinition {
  const { kind, origin, options, declared, edited = [], layers = ALL_STATED } = definition;
  const [inForce, ofCode, values] = [valuesOf(options), valuesOf(declared), { ...defaults }];
  const ofKind = new Set(pathsOf(kind));
  const free = statedPaths(values).filter((path) => ofKind.has(path) && !layers.code.includes(path));
  const isKnown = free.every(
    (path) => layers.global.includes(path) && textAt(ofCode, path) === textAt(values, path),
  );
  if (isKnown || origin !== JobOrigin.Code) return definition;
  const unedited = free.filter(
    (path) => !edited.includes(path) && textAt(inForce, path) === textAt(ofCode, path),
  );
  const next = applyStatedOptions(options, pickValues(values, unedited));
  return {
    ...definition,
    ...owedSince(definition, next, now),
    options: next,
    declared: applyStatedOptions(declared, pickValues(values, free)),
    layers: { code: layers.code, global: [...new Set([...layers.global, ...free])] },
    revision: definition.revision + 1,
    updatedAt: now,
    updatedBy: null,
  };
}
