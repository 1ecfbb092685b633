import type { JsonObject } from "../base/json.ts";
import type { JobKind } from "../job/job-kind.ts";
import type { ResolvedJobOptions } from "../job/job-options.ts";
import type { JobDefinition } from "./job-definition.ts";

/** What a worker says of one of its jobs. */
export interface DeclaredJob {
  readonly key: string;
  readonly kind: JobKind;
  readonly options: ResolvedJobOptions;
  readonly argsSchema: JsonObject | null;
}

export type RegistrationResult =
  /** New: the code's options are now the stored ones. */
  | { readonly key: string; readonly outcome: "registered"; readonly definition: JobDefinition }
  /** Known, and stored as the code says. */
  | { readonly key: string; readonly outcome: "unchanged"; readonly definition: JobDefinition }
  /** Known, and stored otherwise: the stored value wins. */
  | {
      readonly key: string;
      readonly outcome: "differs";
      readonly definition: JobDefinition;
      readonly fields: readonly string[];
    }
  /** The key belongs to another app or to a job of the other kind; nothing was written. */
  | { readonly key: string; readonly outcome: "refused"; readonly message: string };

/** Brings workers' jobs into the store (seed row M14). */
export interface JobRegistry {
  /** Which of these keys nobody registered yet. */
  check(keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Registers an app's jobs; what is stored already wins over the code (seed row M4).
   * @throws MoJobError `invalid_argument` for a bad key or option, `invalid_cron`; then nothing is registered
   */
  register(app: string, jobs: readonly DeclaredJob[]): Promise<readonly RegistrationResult[]>;
}
