import type { JobDefinition } from "@mojob/core";
import {
  declarationOf,
  type DefinitionQuery,
  encodeCursor,
  type IMoDefinitionStore,
  isRedeclared,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
  parseCursor,
  type RegisteredDefinition,
  TERMINAL_STATES,
} from "@mojob/core/ports";
import { ObjectId } from "mongodb";
import { idOf, staleFields, toDefinition, toFields } from "../documents/definition-document.ts";
import { documentId } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { DefinitionDocument, RemovedDefinitionDocument } from "../documents/mongodb-documents.ts";
import type { RetentionAges } from "../runs/retention-ages.ts";
import { writeInRounds } from "../documents/rounds.ts";
import { SERVER_TIME, STAMP } from "../connection/server-time.ts";
import { toPartialWrite } from "../connection/store-error.ts";
import { endedRunsOfJob } from "../documents/retention-filter.ts";
import { exactly, inOneBatch, matchingDefinitions } from "../documents/typed-filter.ts";

/** Long enough for a watcher that lost its connection to be back. */
const REMOVAL_REPORTED_MS = 3_600_000;

/** Keeps definitions; the key in `_id` is what makes the first registration win. */
export class DefinitionStoreMongodb implements IMoDefinitionStore {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;
  readonly #onError: (error: unknown) => void;
  readonly #unreadable = new Set<string>();

  /** @param onError is called once for each definition that cannot be read */
  constructor(store: StoreHandle, ages: RetentionAges, onError: (error: unknown) => void) {
    this.#store = store;
    this.#ages = ages;
    this.#onError = onError;
  }

  /** In a handful of commands, however many there are: a worker registers all its jobs whenever it starts. */
  async register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    const what = definitions.length === 1 ? `"${definitions[0]?.key}"` : `${definitions.length} jobs`;
    return this.#store.call(`register ${what}`, () =>
      writeInRounds(definitions, idOf, (round) => this.#register(round)),
    );
  }

  async create(definition: JobDefinition): Promise<boolean> {
    const created = await this.#store.call(`create definition "${definition.key}"`, () =>
      this.#create([definition]),
    );
    return created.has(definition);
  }

  async remove(tenant: string, key: string, expectedRevision: number): Promise<boolean> {
    const { definitions } = this.#store.collections;
    const _id = documentId(tenant, key);
    return this.#store.call(`remove definition "${key}"`, async () => {
      const before = await definitions.findOneAndDelete({
        _id: exactly(_id),
        revision: exactly(expectedRevision),
      });
      if (before === null) return false;
      await this.#reportRemoved(before);
      return true;
    });
  }

  async getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]> {
    const { definitions } = this.#store.collections;
    const ids = keys.map((key) => documentId(tenant, key));
    return this.#learn(
      await this.#store.call("read definitions", () =>
        definitions.find({ _id: { $in: ids } }, inOneBatch(ids.length)).toArray(),
      ),
    );
  }

  async getAll(tenant: string): Promise<readonly JobDefinition[]> {
    const { definitions } = this.#store.collections;
    return this.#learn(
      await this.#store.call("read definitions", () =>
        definitions.find(matchingDefinitions(tenant, {}, null)).toArray(),
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
    const shown = found.slice(0, page.limit);
    const items = this.#readable(shown);
    const last = shown.at(-1);
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
        instances.updateMany(endedRunsOfJob(tenant, key, TERMINAL_STATES, null), [
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

  /** Watchers read what a changed document says, and a removed one says nothing. */
  async #reportRemoved({ _id, tenant, app, key, revision }: DefinitionDocument): Promise<void> {
    const notice: Omit<RemovedDefinitionDocument, "_id" | "changedAt"> = {
      tenant,
      app,
      removed: { key, revision },
      expiresAt: new Date(Date.now() + REMOVAL_REPORTED_MS),
    };
    await this.#store.collections.definitions.updateOne(
      { _id: `${_id}/${new ObjectId().toHexString()}` },
      { $set: notice as object, $currentDate: STAMP },
      { upsert: true },
    );
  }

  /** Each key once. */
  async #register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]> {
    const standing = await this.#read(definitions);
    const unknown = definitions.filter((definition) => !standing.has(idOf(definition)));
    const created = await this.#create(unknown);
    // Another process was faster.
    const lost = unknown.filter((definition) => !created.has(definition));
    for (const [id, document] of await this.#read(lost)) standing.set(id, document);
    return Promise.all(
      definitions.map(async (definition) => {
        const document = standing.get(idOf(definition));
        return document === undefined
          ? { definition, created: true }
          : { definition: await this.#redeclare(definition, document), created: false };
      }),
    );
  }

  /** What stands already, by document id. */
  async #read(definitions: readonly JobDefinition[]): Promise<Map<string, DefinitionDocument>> {
    if (definitions.length === 0) return new Map();
    const found = await this.#store.collections.definitions
      .find({ _id: { $in: definitions.map(idOf) } }, inOneBatch(definitions.length))
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }

  /** Returns those that were written: an id that is taken stays as it is. */
  async #create(definitions: readonly JobDefinition[]): Promise<ReadonlySet<JobDefinition>> {
    if (definitions.length === 0) return new Set();
    const documents = definitions.map(
      (definition) =>
        ({ _id: idOf(definition), ...toFields(definition), changedAt: SERVER_TIME }) as DefinitionDocument,
    );
    let taken: ReadonlySet<number> = new Set();
    try {
      await this.#store.collections.definitions.insertMany(documents, { ordered: false });
    } catch (error) {
      taken = toPartialWrite(error).taken;
    }
    const created = definitions.filter((_, index) => !taken.has(index));
    for (const definition of created) this.#ages.learn(definition);
    return new Set(created);
  }

  /** Takes over what the code states now, where that differs; returns the definition in force. */
  async #redeclare(definition: JobDefinition, document: DefinitionDocument): Promise<JobDefinition> {
    const { app, kind } = definition;
    const standing = readDefinition(document);
    this.#ages.learn(standing);
    if (!isRedeclared(standing, definition)) return standing;
    const redeclared = await this.#store.collections.definitions.findOneAndUpdate(
      { _id: exactly(document._id), app: exactly(app), kind: exactly(kind) },
      { $set: declarationOf(definition), $currentDate: STAMP },
      { returnDocument: "after" },
    );
    return redeclared === null ? standing : toDefinition(redeclared);
  }

  #learn(documents: readonly DefinitionDocument[]): readonly JobDefinition[] {
    const definitions = this.#readable(documents);
    for (const definition of definitions) this.#ages.learn(definition);
    return definitions;
  }

  /** One that cannot be read is left out and named, so that it stops nothing but its own job. */
  #readable(documents: readonly DefinitionDocument[]): readonly JobDefinition[] {
    return documents.flatMap((document) => {
      try {
        return [readDefinition(document)];
      } catch (error) {
        if (!this.#unreadable.has(document._id)) this.#onError(error);
        this.#unreadable.add(document._id);
        return [];
      }
    });
  }
}

/** @throws MoJobError `store_unavailable` that names the job, for a document that is no definition */
function readDefinition(document: DefinitionDocument): JobDefinition {
  try {
    return toDefinition(document);
  } catch (cause) {
    const { key, tenant } = document;
    throw new MoJobError(
      MoJobErrorCode.StoreUnavailable,
      `Cannot read job "${key}" of tenant "${tenant}": its document in the collection "definitions" is damaged; put it right from a backup, or delete it`,
      { cause },
    );
  }
}
