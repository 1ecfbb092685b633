import { defineRecords, type RecordDefinition } from "../model/record/record-definition.ts";
import type { ScriptVersion, ScriptVersionSummary } from "../model/script-version.ts";
import type { IMoRecordStore } from "../ports/record-store.ts";
import type { IMoScriptStore } from "../ports/script-store.ts";

type ScriptField = "jobKey" | "version";

export const SCRIPTS: RecordDefinition<ScriptVersion, ScriptField> = defineRecords({
  name: "scripts",
  key: ({ jobKey, version }: ScriptVersion) => keyOf(jobKey, version),
  fields: { jobKey: "text", version: "number" },
  indexes: { job: { jobKey: 1, version: -1 } },
  apart: { source: "text" },
});

/** Keeps versions of scripts as records; lists do not read their texts. */
export class ScriptStore implements IMoScriptStore {
  readonly #records: IMoRecordStore<ScriptVersion, ScriptField>;

  constructor(records: IMoRecordStore<ScriptVersion, ScriptField>) {
    this.#records = records;
  }

  async keep(version: ScriptVersion): Promise<void> {
    await this.#records.put([version]);
  }

  async get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null> {
    const [found = null] = await this.#records.get(tenant, [keyOf(jobKey, version)]);
    return found;
  }

  list(
    tenant: string,
    jobKey: string,
    below: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]> {
    const where = { jobKey, version: { before: below ?? undefined } };
    return this.#records.find({ tenant, where, order: ["version"], descending: true, limit }, ["source"]);
  }

  removeAll(tenant: string, jobKey: string): Promise<number> {
    return this.#records.remove(tenant, { jobKey });
  }
}

function keyOf(jobKey: string, version: number): string {
  return `${jobKey}/${version}`;
}
