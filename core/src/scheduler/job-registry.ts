import type { JsonObject } from "../base/json.ts";
import type { DeclaredLayers } from "../model/layer/declared-layers.ts";
import type { JobKind } from "../model/option/job-kind.ts";
import type { NewJobs } from "../model/option/new-jobs.ts";
import type { OptionRule } from "../model/option/option-rule.ts";
import type { JobDefaults, ResolvedJobOptions } from "../model/option/job-options.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { TaskBody } from "../model/task/task-body.ts";

/** The statements of code about one of its jobs: options flat, any left out. */
export interface StatedJob {
  readonly key: string;
  readonly kind: JobKind;
  /** The default of the option `name`. @default the key */
  readonly typeName?: string;
  readonly options: unknown;
  /** JSON Schema of the arguments. */
  readonly argsSchema: JsonObject | null;
  /** The graph of a task, whose parameters are its arguments. @default the job is code */
  readonly task?: unknown;
}

/** A stated job, checked and with every default filled in. */
export interface DeclaredJob {
  readonly key: string;
  readonly kind: JobKind;
  readonly options: ResolvedJobOptions;
  /** Which of the options it states itself, and which the scheduler's defaults gave it. */
  readonly layers: DeclaredLayers;
  readonly argsSchema: JsonObject | null;
  /** @default the job is code */
  readonly task?: TaskBody;
}

interface KnownJob {
  readonly key: string;
  readonly definition: JobDefinition;
  /** The code brought another schema of the arguments, which is in force now under a new revision. */
  readonly argsSchemaChanged: boolean;
}

export type RegistrationResult =
  /** New: the code's options are now the stored ones. */
  | { readonly key: string; readonly outcome: "registered"; readonly definition: JobDefinition }
  /** Known, and stored as the code says. */
  | (KnownJob & { readonly outcome: "unchanged" })
  /** Known, and the options `followed` took the code's new value; those in `fields` stay as they were edited. */
  | (KnownJob & {
      readonly outcome: "updated";
      readonly followed: readonly string[];
      readonly fields: readonly string[];
    })
  /** Known, and stored otherwise: the stored value wins. */
  | (KnownJob & { readonly outcome: "differs"; readonly fields: readonly string[] })
  /** The key belongs to another app or to a job of the other kind; nothing was written. */
  | { readonly key: string; readonly outcome: "refused"; readonly message: string };

export interface RegisterOptions {
  /** Who asks, for the record of what is new. @default null, the app's own code */
  readonly by?: string | null;
  /** The jobs are all that the code of the app declares: others of the app have left the code. @default false */
  readonly isComplete?: boolean;
  /** How to treat stored options that the code states otherwise. @default "stored" */
  readonly optionRule?: OptionRule;
  /** How jobs begin that are registered for the first time. @default "running" */
  readonly newJobs?: NewJobs;
  /**
   * The app whose jobs alone may be children of these: for callers that may not start jobs of others. @default any, as in code of one's own
   */
  readonly childrenOf?: string;
}

/** Brings workers' jobs into the store (seed row M14). */
export interface JobRegistry {
  /**
   * The option values for jobs that do not state them: what the control planes were given, then what this process was.
   * @param ofTenant as if these were the stored defaults of the tenant. @default those that are stored
   * @throws MoJobError `store_unavailable`
   */
  defaults(ofTenant?: JobDefaults): Promise<JobDefaults>;
  /**
   * Checks what code states of a job and fills in the scheduler's defaults, then ours.
   * @throws MoJobError `invalid_argument` with pointers, `invalid_cron`
   */
  declare(job: StatedJob, defaults: JobDefaults): DeclaredJob;
  /**
   * Which of these keys are not registered yet.
   * @param app whose jobs they name. @default any app's job of the key counts
   */
  check(keys: readonly string[], app?: string): Promise<readonly string[]>;
  /**
   * Registers an app's jobs; what is stored already wins over the code (seed row M4), unless the app follows its code. A job whose key
   * another app's job has is stored as `<app>/<key>`: compare `definition.key`.
   * @throws MoJobError `invalid_argument` for a bad name, key or option, `invalid_cron`; then nothing is registered
   */
  register(
    app: string,
    jobs: readonly DeclaredJob[],
    options?: RegisterOptions,
  ): Promise<readonly RegistrationResult[]>;
}
