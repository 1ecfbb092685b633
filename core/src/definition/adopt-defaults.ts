import { type JobDefinition, JobOrigin } from "../model/job-definition.ts";
import { ALL_STATED } from "../model/layer/declared-layers.ts";
import {
  type OptionValues,
  pathsOf,
  pickValues,
  statedPaths,
  textAt,
  valuesOf,
} from "../model/layer/option-values.ts";
import type { JobDefaults } from "../model/option/job-options.ts";
import type { OptionPath } from "../model/option/option-path.ts";
import { applyStatedOptions, resolveJobOptions } from "../model/option/resolve-options.ts";
import type { RetentionOptions } from "../model/option/value/retention-options.ts";
import { owedSince } from "./owed-since.ts";

type Retention = Partial<RetentionOptions>;

/**
 * The job as it is with the scheduler's defaults, where it was registered before they were known: what neither its code
 * states nor anybody has edited takes their value. The same object where nothing changes.
 */
export function adoptDefaults(definition: JobDefinition, defaults: JobDefaults, now: Date): JobDefinition {
  if (definition.origin !== JobOrigin.Code) return definition;
  return adopt(definition, { ...defaults }, statedPaths({ ...defaults }), now);
}

/**
 * The job with the retention of its tenant, where neither the job states one nor anybody has edited it. Unlike other defaults it is taken
 * by each job, also when it is changed or removed later. The same object where nothing changes.
 * @param before what the tenant had before
 */
export function adoptRetention(
  definition: JobDefinition,
  before: Retention,
  after: Retention,
  now: Date,
): JobDefinition {
  const own = resolveJobOptions(definition.kind, {}, definition.key).retention;
  const removed = Object.fromEntries(
    Object.keys(before).map((name) => [name, own[name as keyof RetentionOptions]]),
  );
  const values = { retention: { ...removed, ...after } };
  return adopt(definition, values, statedPaths({ retention: after }), now);
}

/** @param given which of the values the defaults state: the others are those of the options themselves */
function adopt(
  definition: JobDefinition,
  values: OptionValues,
  given: readonly OptionPath[],
  now: Date,
): JobDefinition {
  const { kind, options, declared, edited = [], layers = ALL_STATED } = definition;
  const [inForce, ofCode] = [valuesOf(options), valuesOf(declared)];
  const ofKind = new Set(pathsOf(kind));
  const free = statedPaths(values).filter((path) => ofKind.has(path) && !layers.code.includes(path));
  const isKnown = free.every(
    (path) =>
      layers.global.includes(path) === given.includes(path) && textAt(ofCode, path) === textAt(values, path),
  );
  if (isKnown) return definition;
  const unedited = free.filter(
    (path) => !edited.includes(path) && textAt(inForce, path) === textAt(ofCode, path),
  );
  const next = applyStatedOptions(options, pickValues(values, unedited));
  return {
    ...definition,
    ...owedSince(definition, next, now),
    options: next,
    declared: applyStatedOptions(declared, pickValues(values, free)),
    layers: {
      code: layers.code,
      global: [
        ...layers.global.filter((path) => !free.includes(path)),
        ...free.filter((path) => given.includes(path)),
      ],
    },
    revision: definition.revision + 1,
    updatedAt: now,
    updatedBy: null,
  };
}
