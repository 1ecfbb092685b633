import type { JobDefinition } from "@mojob/core";
import {
  declarationOf,
  type DefinitionQuery,
  encodeCursor,
  type IMoDefinitionStore,
  isRedeclared,
  type Page,
  type PageRequest,
  parseCursor,
  type RegisteredDefinition,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps definitions, by tenant and key. */
export class DefinitionStoreInMemory implements IMoDefinitionStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, JobDefinition>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    this.#parts.lifetime.assertOpen();
    return definitions.map((definition) => this.#register(definition));
  }

  async create(definition: JobDefinition): Promise<boolean> {
    this.#parts.lifetime.assertOpen();
    if (this.#of(definition.tenant).has(definition.key)) return false;
    this.#write(definition);
    return true;
  }

  async remove(tenant: string, key: string, expectedRevision: number): Promise<boolean> {
    this.#parts.lifetime.assertOpen();
    const stored = this.#of(tenant).get(key);
    if (stored?.revision !== expectedRevision) return false;
    this.#of(tenant).delete(key);
    this.#report(stored);
    return true;
  }

  async getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]> {
    this.#parts.lifetime.assertOpen();
    const stored = this.#of(tenant);
    return [...new Set(keys)].flatMap((key) => stored.get(key) ?? []);
  }

  async getAll(tenant: string): Promise<readonly JobDefinition[]> {
    this.#parts.lifetime.assertOpen();
    return [...this.#of(tenant).values()];
  }

  async list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>> {
    this.#parts.lifetime.assertOpen();
    const [after] = page.cursor === undefined ? [null] : parseCursor(page.cursor, ["string"]);
    const found = [...this.#of(query.tenant).values()]
      .filter((definition) => (after === null || definition.key > after) && matches(definition, query))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const items = found.slice(0, page.limit);
    const last = items.at(-1);
    return { items, nextCursor: last && found.length > page.limit ? encodeCursor([last.key]) : null };
  }

  async replace(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    this.#parts.lifetime.assertOpen();
    if (this.#of(definition.tenant).get(definition.key)?.revision !== expectedRevision) return false;
    this.#write(definition);
    return true;
  }

  #register(definition: JobDefinition): RegisteredDefinition {
    const stored = this.#of(definition.tenant).get(definition.key);
    if (!stored) {
      this.#write(definition);
      return { definition, created: true };
    }
    if (!isRedeclared(stored, definition)) return { definition: stored, created: false };
    const redeclared = { ...stored, ...declarationOf(definition) };
    this.#write(redeclared);
    return { definition: redeclared, created: false };
  }

  #write(definition: JobDefinition): void {
    const { tenant, key } = definition;
    this.#tenants.set(tenant, this.#of(tenant).set(key, definition));
    this.#report(definition);
  }

  #report({ tenant, key, app, revision }: JobDefinition): void {
    this.#parts.watchers.notify(tenant, app, "definition", () => ({
      topic: "definition",
      key,
      app,
      revision,
    }));
  }

  #of(tenant: string): Map<string, JobDefinition> {
    return this.#tenants.get(tenant) ?? new Map<string, JobDefinition>();
  }
}

function matches(definition: JobDefinition, query: DefinitionQuery): boolean {
  const { key, app, kind, options } = definition;
  const search = query.search?.toLowerCase();
  return (
    (query.kind === undefined || kind === query.kind) &&
    (query.app === undefined || app === query.app) &&
    (query.tag === undefined || options.tags.includes(query.tag)) &&
    (query.disabled === undefined || options.disabled === query.disabled) &&
    (search === undefined ||
      key.toLowerCase().includes(search) ||
      options.name.toLowerCase().includes(search))
  );
}
