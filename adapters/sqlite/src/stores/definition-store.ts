import { type JobDefinition, MoJobError, MoJobErrorCode } from "@mojob/core";
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
import type { KeyedRecord } from "../engine/definitions.ts";
import type { Database } from "../link/database.ts";
import { toDefinition, toDefinitionQueryRow, toDefinitionRow } from "../rows/definition-row.ts";
import type { StoreWatchers } from "./store-watchers.ts";

/** Keeps definitions in a SQLite file. */
export class DefinitionStoreSqlite implements IMoDefinitionStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  readonly #onError: (error: unknown) => void;
  /** Those that were reported: they are read again and again. */
  readonly #unreadable = new Set<string>();

  /** @param onError is called once for each definition that cannot be read */
  constructor(database: Database, watchers: StoreWatchers, onError: (error: unknown) => void) {
    this.#database = database;
    this.#watchers = watchers;
    this.#onError = onError;
  }

  async register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    const rows = definitions.map(toDefinitionRow);
    const standing = await this.#database.write((file) => file.definitions.insert(rows), rows.length);
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
    const row = toDefinitionRow(definition);
    const [standing] = await this.#database.write((file) => file.definitions.insert([row]));
    if (standing !== null) return false;
    this.#notify(definition);
    return true;
  }

  async remove(tenant: string, key: string, expectedRevision: number): Promise<boolean> {
    const app = await this.#database.write((file) => file.definitions.remove(tenant, key, expectedRevision));
    if (app === null) return false;
    this.#watchers.notify(tenant, [
      { app, change: { topic: "definition", key, app, revision: expectedRevision } },
    ]);
    return true;
  }

  async getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]> {
    return this.#readable(
      tenant,
      await this.#database.read((file) => file.definitions.getMany(tenant, keys)),
    );
  }

  async getAll(tenant: string): Promise<readonly JobDefinition[]> {
    return this.#readable(tenant, await this.#database.read((file) => file.definitions.getAll(tenant)));
  }

  async list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>> {
    const [after] = page.cursor === undefined ? [""] : parseCursor(page.cursor, ["string"]);
    const asked = toDefinitionQueryRow(query);
    const records = await this.#database.read((file) => file.definitions.list(asked, after, page.limit + 1));
    const shown = records.slice(0, page.limit);
    const [last] = shown.at(-1) ?? [];
    const hasMore = last !== undefined && records.length > page.limit;
    return {
      items: this.#readable(query.tenant, shown),
      nextCursor: hasMore ? encodeCursor([last]) : null,
    };
  }

  async replace(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const row = toDefinitionRow(definition);
    const isReplaced = await this.#database.write((file) => file.definitions.replace(row, expectedRevision));
    if (isReplaced) this.#notify(definition);
    return isReplaced;
  }

  /** Takes over what the code declares now, where that is something else; resolves to the definition in force. */
  async #redeclare(definition: JobDefinition, record: string): Promise<JobDefinition> {
    let standing = readDefinition(definition.tenant, [definition.key, record]);
    for (let expected = record; isRedeclared(standing, definition);) {
      const redeclared = { ...standing, ...declarationOf(definition) };
      const row = toDefinitionRow(redeclared);
      const swapped = expected;
      const now = await this.#database.write((file) => file.definitions.swap(row, swapped));
      if (now === row.record) {
        this.#notify(redeclared);
        return redeclared;
      }
      if (now === undefined) return standing;
      expected = now;
      standing = readDefinition(definition.tenant, [definition.key, now]);
    }
    return standing;
  }

  /** One that cannot be read is left out and named, so that it stops nothing but its own job. */
  #readable(tenant: string, records: readonly KeyedRecord[]): readonly JobDefinition[] {
    return records.flatMap((keyed) => {
      try {
        return [readDefinition(tenant, keyed)];
      } catch (error) {
        const name = `${tenant} ${keyed[0]}`;
        if (!this.#unreadable.has(name)) this.#onError(error);
        this.#unreadable.add(name);
        return [];
      }
    });
  }

  #notify({ tenant, key, app, revision }: JobDefinition): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "definition", key, app, revision } }]);
  }
}

/** @throws MoJobError `store_unavailable` that names the job, for a record that is no JSON */
function readDefinition(tenant: string, [key, record]: KeyedRecord): JobDefinition {
  try {
    return toDefinition(record);
  } catch (cause) {
    throw new MoJobError(
      MoJobErrorCode.StoreUnavailable,
      `Cannot read job "${key}" of tenant "${tenant}": its record in the table "definitions" is damaged; put it right from a backup, or delete the row`,
      { cause },
    );
  }
}
