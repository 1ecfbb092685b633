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
import type { Database } from "../link/database.ts";
import { toDefinition, toDefinitionQueryRow, toDefinitionRow } from "../rows/definition-row.ts";
import type { StoreWatchers } from "./store-watchers.ts";

/** Keeps definitions in a SQLite file. */
export class DefinitionStoreSqlite implements IMoDefinitionStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    const standing = await this.#database.call("insertDefinitions", definitions.map(toDefinitionRow));
    return Promise.all(
      definitions.map(async (definition, index) => {
        const record = standing[index] ?? null;
        if (record !== null) return { definition: await this.#redeclare(definition, record), created: false };
        this.#notify(definition);
        return { definition, created: true };
      }),
    );
  }

  async create(definition: JobDefinition): Promise<boolean> {
    const [standing] = await this.#database.call("insertDefinitions", [toDefinitionRow(definition)]);
    if (standing !== null) return false;
    this.#notify(definition);
    return true;
  }

  async remove(tenant: string, key: string, expectedRevision: number): Promise<boolean> {
    const app = await this.#database.call("removeDefinition", tenant, key, expectedRevision);
    if (app === null) return false;
    this.#watchers.notify(tenant, [
      { app, change: { topic: "definition", key, app, revision: expectedRevision } },
    ]);
    return true;
  }

  async getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]> {
    return (await this.#database.call("getDefinitions", tenant, keys)).map(toDefinition);
  }

  async getAll(tenant: string): Promise<readonly JobDefinition[]> {
    return (await this.#database.call("getAllDefinitions", tenant)).map(toDefinition);
  }

  async list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>> {
    const [after] = page.cursor === undefined ? [""] : parseCursor(page.cursor, ["string"]);
    const records = await this.#database.call(
      "listDefinitions",
      toDefinitionQueryRow(query),
      after,
      page.limit + 1,
    );
    const items = records.slice(0, page.limit).map(toDefinition);
    const last = items.at(-1);
    return { items, nextCursor: last && records.length > page.limit ? encodeCursor([last.key]) : null };
  }

  async replace(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const row = toDefinitionRow(definition);
    const isReplaced = await this.#database.call("replaceDefinition", row, expectedRevision);
    if (isReplaced) this.#notify(definition);
    return isReplaced;
  }

  /** Takes over what the code declares now, where that is something else; resolves to the definition in force. */
  async #redeclare(definition: JobDefinition, record: string): Promise<JobDefinition> {
    let standing = toDefinition(record);
    for (let expected = record; isRedeclared(standing, definition);) {
      const redeclared = { ...standing, ...declarationOf(definition) };
      const row = toDefinitionRow(redeclared);
      const now = await this.#database.call("swapDefinition", row, expected);
      if (now === row.record) {
        this.#notify(redeclared);
        return redeclared;
      }
      if (now === undefined) return standing;
      expected = now;
      standing = toDefinition(now);
    }
    return standing;
  }

  #notify({ tenant, key, app, revision }: JobDefinition): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "definition", key, app, revision } }]);
  }
}
