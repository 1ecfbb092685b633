import type { IMoScriptStore, ScriptVersion, ScriptVersionSummary } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import type { ScriptDocument } from "../documents/mongodb-documents.ts";
import { exactly } from "../documents/typed-filter.ts";

/** Keeps versions of scripts, one document each; the number in `_id` makes a repeat harmless. */
export class ScriptStoreMongodb implements IMoScriptStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  async keep(version: ScriptVersion): Promise<void> {
    const { scripts } = this.#store.collections;
    const document = { _id: idOf(version.tenant, version.jobKey, version.version), ...version };
    await this.#store.call(`keep a script of job "${version.jobKey}"`, () =>
      scripts.insertOne(document).catch((error: unknown) => {
        // It is there already.
        if (!isDuplicateKey(error)) throw error;
      }),
    );
  }

  async get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null> {
    const { scripts } = this.#store.collections;
    const found = await this.#store.call(`read a script of job "${jobKey}"`, () =>
      scripts.findOne({ _id: exactly(idOf(tenant, jobKey, version)) }),
    );
    return found === null ? null : toVersion(found);
  }

  async list(
    tenant: string,
    jobKey: string,
    before: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]> {
    const { scripts } = this.#store.collections;
    if (limit === 0) return [];
    const filter = {
      tenant: exactly(tenant),
      jobKey: exactly(jobKey),
      ...(before !== null && { version: { $lt: before } }),
    };
    const found = await this.#store.call(`list the scripts of job "${jobKey}"`, () =>
      scripts
        .find(filter, { projection: { source: 0 } })
        .sort({ version: -1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(toVersion);
  }

  async removeAll(tenant: string, jobKey: string): Promise<number> {
    const { scripts } = this.#store.collections;
    const { deletedCount } = await this.#store.call(`remove the scripts of job "${jobKey}"`, () =>
      scripts.deleteMany({ tenant: exactly(tenant), jobKey: exactly(jobKey) }),
    );
    return deletedCount;
  }
}

function idOf(tenant: string, jobKey: string, version: number): string {
  return documentId(tenant, `${jobKey}/${version}`);
}

function toVersion({ _id, ...version }: ScriptDocument): ScriptVersion {
  return version;
}
