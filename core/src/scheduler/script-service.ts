import type { ScriptVersion, ScriptVersionSummary } from "../model/script-version.ts";
import type { Page, PageRequest } from "../ports/page.ts";

/** The versions of the scripts that jobs run: every text that a job had, with who saved it, when and why. */
export interface ScriptService {
  /**
   * The versions of a job's script without their texts, the newest first; empty where it never ran one.
   * @throws MoJobError `job_not_found`
   */
  versions(key: string, page: PageRequest): Promise<Page<ScriptVersionSummary>>;
  /** One version with its text. @throws MoJobError `job_not_found`, `script_version_not_found` */
  version(key: string, version: number): Promise<ScriptVersion>;
  /**
   * Saves another text of a job's script, which the next attempts run; a text that is in force already makes no version.
   * Resolves to the version that is in force.
   * @throws MoJobError `job_not_found`, `wrong_job_kind` where it runs no script, `stale_script` unless `expectedVersion`
   *   is in force, `invalid_argument` (with pointers), `quota_exceeded`
   * @example
   * ```ts
   * import { startEmbedded } from "@mojob/runtime-local";
   * import { scriptRunner } from "@mojob/script-runner";
   *
   * const runner = scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" });
   * const { scheduler, close } = await startEmbedded({ app: "ops", jobs: [], runners: [runner] });
   * const work = { kind: "script", language: "shell", source: "echo one" };
   * await scheduler.jobs.create({ key: "ops.report", app: "ops", kind: "triggered", work });
   * const saved = { source: "echo two", expectedVersion: 1, comment: "Say two" };
   * const { version } = await scheduler.scripts.save("ops.report", saved); // 2
   * await scheduler.scripts.release("ops.report", 1, { expectedVersion: version }); // version 3 has the text of 1
   * await close();
   * ```
   */
  save(key: string, request: SaveScriptRequest): Promise<ScriptVersion>;
  /**
   * Rolls back: saves the text of an earlier version as a new one. Resolves to the version that is in force.
   * @throws MoJobError as `save`, and `script_version_not_found`
   */
  release(key: string, version: number, request: ReleaseScriptRequest): Promise<ScriptVersion>;
}

export interface ReleaseScriptRequest {
  /** The version that is in force: where another one is by now, nothing is saved. */
  readonly expectedVersion: number;
  /** Why, for those who read the history. @default null */
  readonly comment?: string | null;
}

export interface SaveScriptRequest extends ReleaseScriptRequest {
  readonly source: string;
  /** @default the job's */
  readonly language?: string;
}
