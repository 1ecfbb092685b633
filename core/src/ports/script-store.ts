import type { ScriptVersion, ScriptVersionSummary } from "../model/script-version.ts";

/**
 * Keeps the versions of jobs' scripts that are no longer in force; the one in force is in its job's definition. Versions
 * are added and never changed; those of a removed job stay until its runs are removed.
 */
export interface IMoScriptStore {
  /** Adds a version; where its (tenant, job key, version) is there already, nothing changes. */
  keep(version: ScriptVersion): Promise<void>;
  /** Resolves to `null` where it is not there. */
  get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null>;
  /** The newest first, without their texts; at most `limit`, and with `before` only those with lower numbers. */
  list(
    tenant: string,
    jobKey: string,
    before: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]>;
  /** Removes all versions of a job; resolves to how many. */
  removeAll(tenant: string, jobKey: string): Promise<number>;
}
