import type { JobDefinition } from "../model/job-definition.ts";
import type { JobKind } from "../model/option/job-kind.ts";
import type { Page, PageRequest } from "./page.ts";

/** Keeps job definitions. */
export interface IMoDefinitionStore {
  /**
   * Writes those whose (tenant, key) is new. Where the key exists, nothing of what is in force changes (first write
   * wins, seed row M4); `declared` and `layers` are taken over when app and kind are the same.
   * Resolves to what is stored for each, in order.
   */
  register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]>;
  /** Writes the definition if its (tenant, key) is new; resolves to whether it was. */
  create(definition: JobDefinition): Promise<boolean>;
  /**
   * Removes the definition if the stored revision is `expectedRevision`; resolves to whether it was. Its runs stay.
   * A watch of definitions reports the removal as a change of the key.
   */
  remove(tenant: string, key: string, expectedRevision: number): Promise<boolean>;
  /** Resolves to those that exist, in any order. */
  getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]>;
  getAll(tenant: string): Promise<readonly JobDefinition[]>;
  /** By key, ascending. */
  list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>>;
  /** Writes the definition if the stored revision is `expectedRevision`; resolves to whether it was. */
  replace(definition: JobDefinition, expectedRevision: number): Promise<boolean>;
}

export interface RegisteredDefinition {
  readonly definition: JobDefinition;
  readonly created: boolean;
}

export interface DefinitionQuery {
  readonly tenant: string;
  readonly kind?: JobKind;
  readonly app?: string;
  readonly tag?: string;
  readonly disabled?: boolean;
  /** Part of key or name, case ignored. */
  readonly search?: string;
}
