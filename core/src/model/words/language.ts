import type { AlarmCondition, IncidentParameters } from "../incident/condition.ts";
import type { CauseCode, CauseParameters } from "../explanation/cause.ts";
import type { OptionName, OptionPath } from "../option/option-path.ts";
import type { FailureSummary, ReasonCode, ReasonParameters } from "../reason.ts";

/** The languages sentences are made in. */
export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The sentence of each reason. */
export type ReasonWords = {
  readonly [Code in ReasonCode]: (parameters: ReasonParameters[Code]) => string;
};

/** How a time, given as ISO 8601, is written for who reads it. */
export type TimeText = (at: string) => string;

/** The sentence of each cause of an explanation. */
export type CauseWords = {
  readonly [Code in CauseCode]: (parameters: CauseParameters[Code], time: TimeText) => string;
};

/** The sentence of an incident of each condition. */
export type IncidentWords = {
  readonly [Condition in AlarmCondition]: (
    parameters: IncidentParameters[Condition],
    time: TimeText,
  ) => string;
};

/** The sentence of each failure that is ours; what a job threw keeps its own message. */
export interface FailureWords {
  readonly timeout: (failure: FailureSummary) => string;
  readonly worker_lost: (failure: FailureSummary) => string;
  readonly worker_shutdown: (failure: FailureSummary) => string;
  readonly full: (failure: FailureSummary) => string;
  readonly no_worker: (failure: FailureSummary) => string;
  readonly waited_too_long: (failure: FailureSummary) => string;
  readonly invalid_args: (failure: FailureSummary) => string;
  readonly exit_code: (failure: FailureSummary) => string;
  readonly exit_signal: (failure: FailureSummary) => string;
  readonly program_missing: (failure: FailureSummary) => string;
  readonly script_changed: (failure: FailureSummary) => string;
  readonly memory_limit: (failure: FailureSummary) => string;
  readonly cpu_limit: (failure: FailureSummary) => string;
  readonly output_limit: (failure: FailureSummary) => string;
  readonly process_limit: (failure: FailureSummary) => string;
  readonly folder_limit: (failure: FailureSummary) => string;
  readonly http_status: (failure: FailureSummary) => string;
  readonly callback_failed: (failure: FailureSummary) => string;
  readonly callback_timeout: (failure: FailureSummary) => string;
  readonly file_unavailable: (failure: FailureSummary) => string;
  readonly database_unavailable: (failure: FailureSummary) => string;
  readonly service_unavailable: (failure: FailureSummary) => string;
  readonly ftp_unavailable: (failure: FailureSummary) => string;
  readonly address_refused: (failure: FailureSummary) => string;
  readonly secret_missing: (failure: FailureSummary) => string;
  readonly secret_sealed: (failure: FailureSummary) => string;
  readonly secret_damaged: (failure: FailureSummary) => string;
  readonly secrets_too_long: (failure: FailureSummary) => string;
  readonly executor_missing: (failure: FailureSummary) => string;
  readonly executor_refused: (failure: FailureSummary) => string;
  readonly executor_failed: (failure: FailureSummary) => string;
  readonly executor_lost: (failure: FailureSummary) => string;
  readonly executor_result_lost: (failure: FailureSummary) => string;
  readonly executor_gone: (failure: FailureSummary) => string;
  readonly node_failed: (failure: FailureSummary) => string;
  readonly cleanup_failed: (failure: FailureSummary) => string;
  readonly condition_false: (failure: FailureSummary) => string;
  readonly task_timeout: (failure: FailureSummary) => string;
  readonly held_too_long: (failure: FailureSummary) => string;
  readonly given_up: (failure: FailureSummary) => string;
  readonly shards_failed: (failure: FailureSummary) => string;
}

/** What people read of the options. */
export interface OptionWords {
  /** One sentence for documents. */
  readonly description: Readonly<Record<OptionName, string>>;
  /** Its name in a form. */
  readonly label: Readonly<Record<OptionPath, string>>;
  /** What to write, below its input; `{{zone}}` is the reader's zone. */
  readonly hint: Readonly<Partial<Record<OptionPath, string>>>;
  /** Its choices. */
  readonly choice: Readonly<Partial<Record<OptionPath, Readonly<Record<string, string>>>>>;
}
