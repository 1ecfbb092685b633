import {
  canonicalJson,
  type DstGap,
  type DstOverlap,
  flattenOptions,
  type JobDefinition,
  type JobDetail,
  type JobKind,
  type JobView,
  type JsonObject,
  type JsonValue,
  type MisfirePolicy,
  type ResolvedJobOptions,
} from "@mojob/core";
import { type CronLocale, describeCron } from "./cron-words.ts";
import { type InstanceEventJson, instanceEventJson } from "./instance-json.ts";
import { isoOrNull } from "./iso.ts";

/** The options in force, flat; those of the schedule only for a recurring job. */
export interface JobOptionsJson {
  readonly name: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly maxConcurrency: number | null;
  readonly retryCount: number;
  readonly retryIntervalMs: number;
  readonly timeoutMs: number;
  readonly priority: number;
  readonly tags: readonly string[];
  readonly retention: { readonly maxInstances: number; readonly maxAgeDays: number };
  readonly cron?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly misfire?: { readonly policy: MisfirePolicy; readonly graceMs: number } | undefined;
  readonly dst?: { readonly gap: DstGap; readonly overlap: DstOverlap } | undefined;
}

export interface DefinitionJson {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: JobKind;
  readonly revision: number;
  readonly options: JobOptionsJson;
  readonly pause: { readonly at: string; readonly until: string | null; readonly note: string | null } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface JobJson extends DefinitionJson {
  readonly nextFire: string | null;
  readonly latest: InstanceEventJson | null;
  readonly cronWords: string | null;
  readonly differs: readonly string[];
}

export interface JobDetailJson extends JobJson {
  readonly argsSchema: JsonObject | null;
  readonly differsFromCode: readonly {
    readonly field: string;
    readonly code: JsonValue;
    readonly stored: JsonValue;
  }[];
}

export function jobOptionsJson({ schedule, ...common }: ResolvedJobOptions): JobOptionsJson {
  if (schedule === null) return common;
  const { startTime, endTime, ...rest } = schedule;
  return { ...common, ...rest, startTime: isoOrNull(startTime), endTime: isoOrNull(endTime) };
}

export function definitionJson(definition: JobDefinition): DefinitionJson {
  const { pause } = definition;
  return {
    key: definition.key,
    tenant: definition.tenant,
    app: definition.app,
    kind: definition.kind,
    revision: definition.revision,
    options: jobOptionsJson(definition.options),
    pause: pause && { at: pause.at.toISOString(), until: isoOrNull(pause.until), note: pause.note },
    createdAt: definition.createdAt.toISOString(),
    updatedAt: definition.updatedAt.toISOString(),
  };
}

export function jobJson({ definition, nextFire, latest }: JobView, locale: CronLocale): JobJson {
  const cron = definition.options.schedule?.cron ?? null;
  return {
    ...definitionJson(definition),
    nextFire: isoOrNull(nextFire),
    latest: latest && instanceEventJson(latest),
    cronWords: cron === null ? null : describeCron(cron, locale),
    differs: differingFields(definition),
  };
}

/** The options whose stored value is not the code's, by name alone: lists show that there are some. */
function differingFields({ declared, options }: JobDefinition): readonly string[] {
  const [code, stored] = [flattenOptions(declared), flattenOptions(options)];
  return Object.keys(code).filter(
    (field) => canonicalJson(code[field] ?? null) !== canonicalJson(stored[field] ?? null),
  );
}

export function jobDetailJson(detail: JobDetail, locale: CronLocale): JobDetailJson {
  return {
    ...jobJson(detail, locale),
    argsSchema: detail.definition.argsSchema,
    differsFromCode: detail.differsFromCode,
  };
}
