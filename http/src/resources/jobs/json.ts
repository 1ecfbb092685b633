import type { InputIssueJson } from "../../schema/issue.ts";
import type { JobDefinition } from "@mojob/core";
import {
  type CommonJobOptions,
  differencesFromCode,
  flattenOptions,
  type JobDetail,
  type JobView,
  type OptionLayer,
  optionLayers,
  type ScheduleOptions,
  type OpenWindow,
} from "@mojob/core/engine";
import { jsonOf, type JobPause, type JsonObject, type ResolvedJobOptions } from "@mojob/core/ports";
import { intervalWords } from "../cron/interval-words.ts";
import { type CronLocale, describeCron } from "../cron/words.ts";
import { type InstanceEventJson, instanceEventJson } from "../instances/json.ts";
import { scriptStampJson, type ScriptStampJson } from "../scripts/json.ts";
import type { InText } from "./options-patch.ts";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import { isoOrNull } from "../../schema/iso.ts";
import { toWire, type Wire } from "../../schema/wire.ts";

/** The options in force, flat; those of the schedule only for a recurring job. */
export type JobOptionsJson = {
  readonly [Name in keyof CommonJobOptions]: InText<CommonJobOptions[Name]>;
} & {
  readonly [Name in keyof ScheduleOptions]?: InText<ScheduleOptions[Name]> | undefined;
};

export interface PauseJson extends Wire<Pick<JobPause, "at" | "until" | "note">> {
  readonly by: string | null;
  readonly isNew: boolean;
}

type DefinitionField = "key" | "tenant" | "app" | "kind" | "origin" | "inCode" | "revision";
type ChangeField = "createdAt" | "updatedAt" | "updatedBy";

export interface DefinitionJson extends Wire<Pick<JobDefinition, DefinitionField | ChangeField>> {
  readonly options: JobOptionsJson;
  readonly pause: PauseJson | null;
  readonly appPause: PauseJson | null;
}

export interface JobJson extends DefinitionJson, HiddenJson {
  readonly nextFire: string | null;
  readonly latest: InstanceEventJson | null;
  readonly window: Wire<OpenWindow> | null;
  readonly cronWords: string | null;
  readonly differs: readonly string[];
}

export interface JobDetailJson
  extends
    JobJson,
    Pick<JobDefinition, "args" | "argsSchema">,
    Pick<JobDetail, "differsFromCode" | "lacksWorker"> {
  /** The warnings about the graph of a task that was just made. */
  readonly warnings?: readonly InputIssueJson[];
  readonly layers: Readonly<Record<string, OptionLayer>>;
  readonly work: JsonObject;
  readonly script: ScriptStampJson | null;
}

export function jobOptionsJson(options: ResolvedJobOptions): JobOptionsJson {
  return flattenOptions(options) as JobOptionsJson & JsonObject;
}

export function definitionJson(definition: JobDefinition): DefinitionJson {
  const { pause, appPause = null } = definition;
  return {
    key: definition.key,
    tenant: definition.tenant,
    app: definition.app,
    kind: definition.kind,
    origin: definition.origin,
    inCode: definition.inCode,
    revision: definition.revision,
    options: jobOptionsJson(definition.options),
    pause: pauseJson(pause),
    appPause: pauseJson(appPause),
    createdAt: definition.createdAt.toISOString(),
    updatedAt: definition.updatedAt.toISOString(),
    updatedBy: definition.updatedBy,
  };
}

export function jobJson({ definition, nextFire, latest, window }: JobView, locale: CronLocale): JobJson {
  const { schedule } = definition.options;
  return {
    ...definitionJson(definition),
    nextFire: isoOrNull(nextFire),
    latest: latest && instanceEventJson(latest),
    window: window && toWire(window),
    cronWords: schedule && wordsOf(schedule, definition.key, locale),
    differs: differencesFromCode(definition).map(({ field }) => field),
    ...hiddenJson(definition),
  };
}

function wordsOf(
  { cron, cronDialect: dialect, everyMs, everyFrom }: ScheduleOptions,
  seed: string,
  locale: CronLocale,
): string | null {
  if (everyMs !== null) return intervalWords({ everyMs, everyFrom, locale });
  return cron === null ? null : describeCron(cron, { locale, seed, dialect });
}

export function jobDetailJson(detail: JobDetail, locale: CronLocale): JobDetailJson {
  return {
    ...jobJson(detail, locale),
    layers: Object.fromEntries(optionLayers(detail.definition)),
    work: jsonOf(detail.definition.work) as JsonObject,
    script: detail.definition.script === undefined ? null : scriptStampJson(detail.definition.script),
    args: detail.definition.args,
    argsSchema: detail.definition.argsSchema,
    differsFromCode: detail.differsFromCode,
    lacksWorker: detail.lacksWorker,
  };
}

export function pauseJson(pause: JobDefinition["pause"]): PauseJson | null {
  if (pause === null) return null;
  const { at, until, note, by = null, isNew = false } = pause;
  return toWire({ at, until, note, by, isNew });
}
