import {
  assertFileName,
  type FileContent,
  type FileLimits,
  type FileToStore,
  type IMoFileStore,
  MoJobError,
  MoJobErrorCode,
  type StoredFile,
  tooLarge,
  tooMany,
} from "@mojob/core/ports";
import { type Filter, ObjectId } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { FileDocument } from "../documents/mongodb-documents.ts";
import { exactly } from "../documents/typed-filter.ts";
import { CHUNK_BYTES, writeChunks } from "../files/chunk-writer.ts";
import { readChunks } from "../files/read-chunks.ts";

/**
 * Keeps files as GridFS lays them out. What is written begins with the document that names it, where GridFS ends with it: so
 * the pieces that a killed process leaves are found with the files of their run.
 */
export class FileStoreMongodb implements IMoFileStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  async put(to: FileToStore, content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<StoredFile> {
    assertFileName(to.name);
    const begun = await this.#begin(to, limits);
    try {
      const written = await writeChunks(this.#store, begun._id, content, limits.mostBytes, () =>
        tooLarge(to.name, limits),
      );
      const file: StoredFile = { ...to, ...written, storedAt: new Date() };
      await this.#finish(begun, file);
      return file;
    } catch (error) {
      // What is not removed here goes with the run.
      await this.#drop([begun._id]).catch(() => {});
      throw error;
    }
  }

  async get(tenant: string, instanceId: string, name: string): Promise<FileContent | null> {
    const [document] = newest(await this.#ofRun(tenant, instanceId, name));
    return document === undefined
      ? null
      : { file: toFile(document), open: () => readChunks(this.#store, document) };
  }

  async list(tenant: string, instanceId: string): Promise<readonly StoredFile[]> {
    const files = newest(await this.#ofRun(tenant, instanceId)).map(toFile);
    return files.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async runs(tenant: string, after: string | null, limit: number): Promise<readonly string[]> {
    const found = new Set<string>();
    let last = after;
    for (;;) {
      const page = await this.#withFiles(tenant, last, limit);
      for (const id of page.slice(0, limit)) if (found.size < limit) found.add(id);
      last = page.at(-1) ?? null;
      if (page.length < limit || found.size >= limit) return [...found];
    }
  }

  async remove(tenant: string, instanceIds: readonly string[]): Promise<void> {
    for (const id of instanceIds) {
      const filter = ofRun(tenant, id);
      const documents = await this.#find(filter);
      await this.#drop(documents.map(({ _id }) => _id));
    }
  }

  /** Says that bytes are about to be written. */
  async #begin({ tenant, instanceId, name }: FileToStore, limits: FileLimits): Promise<FileDocument> {
    const ofItsRun = newest(await this.#ofRun(tenant, instanceId));
    const others = ofItsRun.filter(({ filename }) => filename !== name);
    if (others.length >= limits.mostFiles) throw tooMany(name, limits);
    const before = ofItsRun.find(({ filename }) => filename === name);
    const version = (before?.metadata.version ?? 0) + 1;
    const document: FileDocument = {
      _id: new ObjectId(),
      filename: name,
      length: 0,
      chunkSize: CHUNK_BYTES,
      uploadDate: new Date(),
      metadata: { tenant, instanceId, sha256: "", version, isWhole: false },
    };
    await this.#store.call("write a file", () => this.#store.collections.files.insertOne(document));
    return document;
  }

  /** Has the file count, and removes those whose place it takes. */
  async #finish({ _id, metadata }: FileDocument, file: StoredFile): Promise<void> {
    const { tenant, instanceId, name, size, sha256, storedAt } = file;
    const { matchedCount } = await this.#store.call("write a file", () =>
      this.#store.collections.files.updateOne(
        { _id },
        {
          $set: {
            length: size,
            uploadDate: storedAt,
            "metadata.sha256": sha256,
            "metadata.isWhole": true,
          },
        },
      ),
    );
    if (matchedCount === 0)
      throw new MoJobError(
        MoJobErrorCode.FileNotFound,
        `Cannot store file ${JSON.stringify(name)}: its run was removed meanwhile`,
      );
    const all = await this.#ofRun(tenant, instanceId, name);
    const own = { _id, metadata };
    const older = all.filter((other) => counts(own, other) && !other._id.equals(_id));
    await this.#drop(older.map((other) => other._id));
  }

  async #drop(ids: readonly ObjectId[]): Promise<void> {
    if (ids.length === 0) return;
    const { files, fileChunks } = this.#store.collections;
    await this.#store.call("remove files", async () => {
      // The document that names them goes last, so that another call finds what this one left.
      await fileChunks.deleteMany({ files_id: { $in: [...ids] } });
      await files.deleteMany({ _id: { $in: [...ids] } });
    });
  }

  /** Whole files of a run, each time they were stored. */
  async #ofRun(tenant: string, instanceId: string, name?: string): Promise<readonly FileDocument[]> {
    const filter = { ...ofRun(tenant, instanceId), ...(name !== undefined && { filename: exactly(name) }) };
    return (await this.#find(filter)).filter(({ metadata }) => metadata.isWhole);
  }

  /** The runs of the next files, by their ids. */
  async #withFiles(tenant: string, after: string | null, limit: number): Promise<readonly string[]> {
    const { files } = this.#store.collections;
    const later = after === null ? {} : { "metadata.instanceId": { $gt: after } };
    const found = await this.#store.call("list runs with files", () =>
      files
        .find({ "metadata.tenant": exactly(tenant), ...later })
        .project<Pick<FileDocument, "metadata">>({ metadata: 1 })
        .sort({ "metadata.instanceId": 1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(({ metadata }) => metadata.instanceId);
  }

  #find(filter: Filter<FileDocument>): Promise<readonly FileDocument[]> {
    const { files } = this.#store.collections;
    return this.#store.call("look for files", () => files.find(filter).toArray());
  }
}

function ofRun(tenant: string, instanceId: string): Filter<FileDocument> {
  return { "metadata.tenant": exactly(tenant), "metadata.instanceId": exactly(instanceId) };
}

/** Of each name the one that counts. */
function newest(documents: readonly FileDocument[]): readonly FileDocument[] {
  const byName = new Map<string, FileDocument>();
  for (const document of documents) {
    const other = byName.get(document.filename);
    if (other === undefined || counts(document, other)) byName.set(document.filename, document);
  }
  return [...byName.values()];
}

type Placed = Pick<FileDocument, "_id" | "metadata">;

/** Whether the first counts, of two with one name. */
function counts(one: Placed, other: Placed): boolean {
  const by = one.metadata.version - other.metadata.version;
  return by > 0 || (by === 0 && one._id.toHexString() > other._id.toHexString());
}

function toFile({ filename, length, uploadDate, metadata }: FileDocument): StoredFile {
  const { tenant, instanceId, sha256 } = metadata;
  return { tenant, instanceId, name: filename, size: length, sha256, storedAt: uploadDate };
}
