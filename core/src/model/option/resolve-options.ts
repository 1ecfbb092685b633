import { canonicalJson, copyJson, type JsonObject } from "../../base/json.ts";
import { JobKind } from "./job-kind.ts";
import type {
  CommonJobOptions,
  JobDefaults,
  ResolvedJobOptions,
  ScheduleOptions,
  StatedOptions,
} from "./job-options.ts";
import { isCompound } from "./option.ts";
import type { OptionDifference } from "./option-difference.ts";
import { COMMON_ROWS, type OptionRows, SCHEDULE_ROWS } from "./option-rows.ts";

/** Values of some options, by name. */
type Layer = Readonly<Record<string, unknown>>;

/** Every option with its value: what the code states, else the global default, else ours. */
export function resolveJobOptions(
  kind: JobKind,
  stated: StatedOptions,
  name: string,
  defaults: JobDefaults = {},
): ResolvedJobOptions {
  const layers: readonly Layer[] = [{ name }, { ...defaults }, { ...stated }];
  const resolve = (rows: OptionRows): Layer =>
    layers.reduce((lower, upper) => overlay(rows, lower, upper), defaultsOf(rows));
  return joined(resolve(COMMON_ROWS), kind === JobKind.Recurring ? resolve(SCHEDULE_ROWS) : null);
}

/** The options with what was stated put over them; what was left out stays. */
export function applyStatedOptions(
  { schedule, ...common }: ResolvedJobOptions,
  stated: StatedOptions,
): ResolvedJobOptions {
  return joined(
    overlay(COMMON_ROWS, common, { ...stated }),
    schedule && overlay(SCHEDULE_ROWS, { ...schedule }, { ...stated }),
  );
}

function joined(common: Layer, schedule: Layer | null): ResolvedJobOptions {
  return {
    ...(common as unknown as CommonJobOptions),
    schedule: schedule as unknown as ScheduleOptions | null,
  };
}

function defaultsOf(rows: OptionRows): Layer {
  return mapValues(rows, (row) =>
    isCompound(row) ? mapValues(row.members, (member) => member.default) : row.default,
  );
}

/** Takes the upper layer's value of each row, where it states one; parts of a compound one by one. */
function overlay(rows: OptionRows, lower: Layer, upper: Layer): Layer {
  return mapValues(rows, (row, name) => {
    const value = upper[name];
    if (value === undefined) return lower[name];
    if (!isCompound(row)) return value;
    const under = lower[name] as Layer;
    // `null` is a value: no limit.
    return mapValues(row.members, (_, member) => {
      const stated = (value as Layer)[member];
      return stated === undefined ? under[member] : stated;
    });
  });
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => unknown,
): Layer {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

/** The options as one flat JSON object, with the names the API and the code use. */
export function flattenOptions({ schedule, ...common }: ResolvedJobOptions): JsonObject {
  return copyJson({ ...common, ...schedule }) as JsonObject;
}

/** The options whose two values differ, with both. */
export function differingOptions(
  code: ResolvedJobOptions,
  stored: ResolvedJobOptions,
): readonly OptionDifference[] {
  const codeFlat = flattenOptions(code);
  const storedFlat = flattenOptions(stored);
  return Object.keys(codeFlat)
    .map((field) => ({ field, code: codeFlat[field] ?? null, stored: storedFlat[field] ?? null }))
    .filter(({ code, stored }) => canonicalJson(code) !== canonicalJson(stored));
}
