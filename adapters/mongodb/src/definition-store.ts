import {
  canonicalJson,
  copyJson,
  type DefinitionQuery,
  encodeCursor,
  type IMoDefinitionStore,
  type JobDefinition,
  type JsonObject,
  type Page,
  type PageRequest,
  parseCursor,
  type RegisteredDefinition,
} from "@mojob/core";
import type { Document } from "mongodb";
import { documentId, jsonFields } from "./instance-document.ts";
import { fromStoredJson } from "./json-field.ts";
import type { StoreHandle } from "./mongodb-connection.ts";
import type { DefinitionDocument } from "./mongodb-documents.ts";
import type { RetentionAges } from "./retention-ages.ts";
import { SERVER_TIME, STAMP } from "./server-time.ts";
import { isDuplicateKey } from "./store-error.ts";
import { endedRunsOfJob, exactly, inOneAnswer, matchingDefinitions } from "./typed-filter.ts";

/** Keeps definitions; the key in `_id` is what makes the first registration win. */
export class DefinitionStoreMongodb implements IMoDefinitionStore {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;

  constructor(store: StoreHandle, ages: RetentionAges) {
    this.#store = store;
    this.#ages = ages;
  }

  async register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    const answers: RegisteredDefinition[] = [];
    for (const definition of definitions) answers.push(await this.#register(definition));
    return answers;
  }

  async getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]> {
    const { definitions } = this.#store.collections;
    const ids = keys.map((key) => documentId(tenant, key));
    return this.#learn(
      await this.#store.call("read definitions", () =>
        definitions.find({ _id: { $in: ids } }, inOneAnswer(ids.length)).toArray(),
      ),
    );
  }

  async getAll(tenant: string): Promise<readonly JobDefinition[]> {
    const { definitions } = this.#store.collections;
    return this.#learn(
      await this.#store.call("read definitions", () =>
        definitions.find({ tenant: exactly(tenant) }).toArray(),
      ),
    );
  }

  async list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>> {
    const { definitions } = this.#store.collections;
    const [after] = page.cursor === undefined ? [null] : parseCursor(page.cursor, ["string"]);
    const found = await this.#store.call("list definitions", () =>
      definitions
        .find(matchingDefinitions(query.tenant, query, after))
        .sort({ key: 1 })
        .limit(page.limit + 1)
        .toArray(),
    );
    const items = found.slice(0, page.limit).map(toDefinition);
    const last = items.at(-1);
    return { items, nextCursor: last && found.length > page.limit ? encodeCursor([last.key]) : null };
  }

  async replace(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const { definitions, instances } = this.#store.collections;
    const { tenant, key, options } = definition;
    const before = await this.#store.call(`save definition "${key}"`, () =>
      definitions.findOneAndUpdate(
        { _id: exactly(documentId(tenant, key)), revision: exactly(expectedRevision) },
        { $set: toFields(definition), $unset: staleFields(definition), $currentDate: STAMP },
        { projection: { "options.retention": 1 } },
      ),
    );
    if (before === null) return false;
    this.#ages.learn(definition);
    const { maxAgeDays } = options.retention;
    if (before.options.retention.maxAgeDays !== maxAgeDays) {
      // What has ended already is kept as long as the job says now.
      await this.#store.call(`save definition "${key}"`, () =>
        instances.updateMany(endedRunsOfJob(tenant, key, null), [
          {
            $set: {
              expiresAt: { $dateAdd: { startDate: "$completedAt", unit: "day", amount: maxAgeDays + 1 } },
            },
          },
        ]),
      );
    }
    return true;
  }

  async #register(definition: JobDefinition): Promise<RegisteredDefinition> {
    const { definitions } = this.#store.collections;
    const { tenant, key, app, kind, declared } = definition;
    const _id = documentId(tenant, key);
    return this.#store.call(`register "${key}"`, async () => {
      const stored = (await definitions.findOne({ _id: exactly(_id) })) ?? (await this.#create(definition));
      if (stored === null) return { definition, created: true };
      const standing = toDefinition(stored);
      this.#ages.learn(standing);
      if (standing.app !== app || standing.kind !== kind || saysTheSame(standing, definition))
        return { definition: standing, created: false };
      const { argsSchema, argsSchemaText } = toFields(definition);
      const redeclared = await definitions.findOneAndUpdate(
        { _id: exactly(_id), app: exactly(app), kind: exactly(kind) },
        {
          $set: { declared, ...(argsSchemaText === undefined ? { argsSchema } : { argsSchemaText }) },
          $unset: staleFields(definition),
          $currentDate: STAMP,
        },
        { returnDocument: "after" },
      );
      return { definition: redeclared === null ? standing : toDefinition(redeclared), created: false };
    });
  }

  /** Answers what stood already, or `null` where it was written. */
  async #create(definition: JobDefinition): Promise<DefinitionDocument | null> {
    const { definitions } = this.#store.collections;
    const _id = documentId(definition.tenant, definition.key);
    try {
      await definitions.insertOne({
        _id,
        ...toFields(definition),
        changedAt: SERVER_TIME,
      } as DefinitionDocument);
      this.#ages.learn(definition);
      return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return definitions.findOne({ _id: exactly(_id) });
    }
  }

  #learn(documents: readonly DefinitionDocument[]): readonly JobDefinition[] {
    const definitions = documents.map(toDefinition);
    for (const definition of definitions) this.#ages.learn(definition);
    return definitions;
  }
}

function toFields({ argsSchema, ...rest }: JobDefinition): Document {
  return { ...rest, ...jsonFields("argsSchema", argsSchema) };
}

/** The field the schema is not in. */
function staleFields({ argsSchema }: JobDefinition): Document {
  return "argsSchema" in jsonFields("argsSchema", argsSchema) ? { argsSchemaText: "" } : { argsSchema: "" };
}

function toDefinition(document: DefinitionDocument): JobDefinition {
  const { _id, changedAt, argsSchema, argsSchemaText, ...rest } = document;
  return { ...rest, argsSchema: fromStoredJson(argsSchema, argsSchemaText) as JsonObject | null };
}

function saysTheSame(a: JobDefinition, b: JobDefinition): boolean {
  return said(a) === said(b);
}

function said({ declared, argsSchema }: JobDefinition): string {
  return canonicalJson(copyJson([declared, argsSchema], "", { maxDepth: 100, maxNodes: Infinity }));
}
