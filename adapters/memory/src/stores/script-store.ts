import {
  type IMoScriptStore,
  type ScriptVersion,
  type ScriptVersionSummary,
  summaryOfScript,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps versions of scripts, by tenant and job. */
export class ScriptStoreInMemory implements IMoScriptStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, Map<number, ScriptVersion>>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async keep(version: ScriptVersion): Promise<void> {
    const kept = this.#of(version.tenant, version.jobKey);
    if (kept.has(version.version)) return;
    const jobs = this.#tenants.get(version.tenant) ?? new Map<string, Map<number, ScriptVersion>>();
    this.#tenants.set(version.tenant, jobs.set(version.jobKey, kept.set(version.version, version)));
  }

  async get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null> {
    return this.#of(tenant, jobKey).get(version) ?? null;
  }

  async list(
    tenant: string,
    jobKey: string,
    before: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]> {
    return [...this.#of(tenant, jobKey).values()]
      .filter(({ version }) => before === null || version < before)
      .sort((a, b) => b.version - a.version)
      .slice(0, limit)
      .map(summaryOfScript);
  }

  async removeAll(tenant: string, jobKey: string): Promise<number> {
    const removed = this.#of(tenant, jobKey).size;
    this.#tenants.get(tenant)?.delete(jobKey);
    return removed;
  }

  #of(tenant: string, jobKey: string): Map<number, ScriptVersion> {
    this.#parts.lifetime.assertOpen();
    return this.#tenants.get(tenant)?.get(jobKey) ?? new Map<number, ScriptVersion>();
  }
}
