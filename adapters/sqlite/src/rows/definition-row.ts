import type { JobDefinition } from "@mojob/core";
import { completeOptions, type DefinitionQuery, fromTaggedJson, toTaggedJson } from "@mojob/core/ports";

/** A definition on its way to the database: what is asked for beside, the record as text. */
export interface DefinitionRow {
  readonly tenant: string;
  readonly key: string;
  readonly app: string;
  readonly kind: string;
  readonly revision: number;
  readonly disabled: 0 | 1;
  /** Key and name in lower case. */
  readonly search: string;
  /** JSON. */
  readonly tags: string;
  readonly record: string;
}

export interface DefinitionQueryRow {
  readonly tenant: string;
  readonly kind: string | null;
  readonly app: string | null;
  readonly tag: string | null;
  readonly disabled: 0 | 1 | null;
  readonly search: string | null;
}

export function toDefinitionRow(definition: JobDefinition): DefinitionRow {
  const { tenant, key, app, kind, revision, options } = definition;
  return {
    tenant,
    key,
    app,
    kind,
    revision,
    disabled: options.disabled ? 1 : 0,
    search: `${key}\n${options.name}`.toLowerCase(),
    tags: JSON.stringify(options.tags),
    record: toTaggedJson(definition),
  };
}

export function toDefinition(record: string): JobDefinition {
  const definition = fromTaggedJson(record) as JobDefinition;
  const { options, declared } = definition;
  return { ...definition, options: completeOptions(options), declared: completeOptions(declared) };
}

export function toDefinitionQueryRow({
  tenant,
  kind,
  app,
  tag,
  disabled,
  search,
}: DefinitionQuery): DefinitionQueryRow {
  return {
    tenant,
    kind: kind ?? null,
    app: app ?? null,
    tag: tag ?? null,
    disabled: disabled === undefined ? null : disabled ? 1 : 0,
    search: search?.toLowerCase() ?? null,
  };
}
