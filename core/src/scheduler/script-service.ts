import type { InputIssue } from "../base/issue/issue-code.ts";
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
   * Keeps a text as a draft, which no run executes, and resolves to it and to what is wrong with it. A draft never changes;
   * releasing it makes the next version.
   * @throws MoJobError `job_not_found`, `wrong_job_kind` where it runs no script, `invalid_argument` where the text is too
   *   large or that of a task is no JSON object, `quota_exceeded`, `stale_revision` where others change the job all the time
   */
  saveDraft(key: string, request: SaveDraftRequest): Promise<SavedDraft>;
  /**
   * Saves the text of an earlier version, or of a draft, as a new one that is in force. Resolves to the version that is in force.
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

export interface SaveDraftRequest {
  readonly source: string;
  /** @default the job's */
  readonly language?: string;
  /** Why, for those who read the history. @default null */
  readonly comment?: string | null;
}

export interface SavedDraft {
  readonly version: ScriptVersion;
  /** Its mistakes, each with its place in the text: it can be released once there are none. */
  readonly issues: readonly InputIssue[];
}

export interface SaveScriptRequest extends ReleaseScriptRequest {
  readonly source: string;
  /** @default the job's */
  readonly language?: string;
}
