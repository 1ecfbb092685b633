/** The mistakes that a value of an input can have, with the parameters of each sentence; every parameter is JSON. */
export interface IssueParameters {
  required: undefined;
  /** The name is not one of those that are read here. */
  unknown_name: undefined;
  /** One more than somebody may save. */
  views_full: { readonly max: number };
  summaries_full: { readonly max: number };
  /** The caller of a summary is no person: nobody could say later what it may read. */
  summary_owner: undefined;
  /** A job that opens an incident for what it sends. */
  opens_incidents: { readonly key: string };
  /** A value that is bound to a place of a statement. */
  bound_value_rule: undefined;
  /** Text that is no YAML; `text` is what its library says. */
  yaml_unreadable: { readonly text: string };
  /** An anchor, an alias, a tag or a directive. */
  yaml_not_read: { readonly found: string };
  yaml_one_document: undefined;
  /** The name of a member that is no text. */
  yaml_name: undefined;
  /** A collection in brackets; `max` is in characters. */
  yaml_brackets: { readonly max: number };
  /** A member of what is there already. */
  not_changed_later: undefined;
  /** A job of the configuration that code declares. */
  declared_by_code: { readonly key: string };
  /** Something that the caller may not write; `permission` is what is needed, in every app where `app` is `null`. */
  not_permitted: { readonly permission: string; readonly app: string | null };
  /** A part of the configuration that the scheduler does not have. */
  feature_not_there: { readonly feature: string };
  /** A job that one reads without its payloads. */
  hidden_job: undefined;
  /** One more backfill than may be under way. */
  backfills_full: { readonly max: number };
  /** One more export than may be kept. */
  exports_full: { readonly max: number };
  /** No job that the caller sees has one of the tags. */
  export_of_nothing: undefined;
  /** The name of a file with folders or invisible characters in it. */
  not_file_name: undefined;
  /** One more archive than may be kept. */
  archives_full: { readonly max: number };
  /** Archives that would take more than they may; `max` is in bytes. */
  archives_too_large: { readonly max: number };
  /** One more window than may not be over. */
  windows_full: { readonly max: number };
  /** A window that stays open for too long. */
  window_too_long: { readonly days: number };
  /** The fires of a range of time. */
  too_many_fires: { readonly max: number; readonly count: number };
  /** A time of a report that is too long, or ends before it begins. */
  report_time: { readonly days: number };
  /** A time of a forecast that is too long, or ends before it begins. */
  forecast_time: { readonly days: number };
  /** More buckets than a forecast has. */
  forecast_buckets: { readonly max: number };
  /** A forecast of too many jobs. */
  forecast_jobs: { readonly max: number; readonly count: number };
  /** No fire of the job begins its time then. */
  no_such_fire: undefined;
  /** A schedule whose next fire depends on the end of a run. */
  fire_after_end: undefined;
  /** More fires of a job than may be decided ahead. */
  acted_fires_full: { readonly max: number };
  /** Later than so many days from now. */
  beyond_days: { readonly days: number };
  /** Sums are made again already. */
  report_rebuilding: undefined;
  /** A report that would be made of too many sums. */
  report_too_large: { readonly max: number };
  not_text: undefined;
  not_number: undefined;
  not_whole: undefined;
  not_flag: undefined;
  not_object: undefined;
  not_list: undefined;
  not_json: undefined;
  empty: undefined;
  blank: undefined;
  not_one_line: undefined;
  /** Control characters other than line ends and tabs, or characters that turn the direction of writing. */
  not_plain: undefined;
  too_short: { readonly min: number };
  too_long: { readonly max: number };
  too_many_bytes: { readonly max: number; readonly bytes: number };
  too_small: { readonly min: number };
  too_large: { readonly max: number };
  /** Not a whole number of the range. */
  out_of_range: { readonly min: number; readonly max: number };
  too_few: { readonly min: number };
  too_many: { readonly max: number };
  /** Not 1 to `count` texts of at most `max` characters. */
  not_texts: { readonly count: number; readonly max: number };
  not_one_of: { readonly values: readonly string[] };
  not_some_of: { readonly values: readonly string[] };
  not_instant: undefined;
  not_moment: undefined;
  not_a_day: undefined;
  not_a_zone: undefined;
  /** An abbreviation such as BST, and the zones that it could mean. */
  zone_abbreviation: { readonly zones: readonly string[] };
  /** The name of a person. */
  person_name_rule: undefined;
  not_an_email: undefined;
  /** A password that is guessed early, or is the person's name. */
  weak_password: undefined;
  /** A token that expires later than its kind may. */
  expires_late: { readonly days: number };
  /** The file of another scheduler; `line` is where it cannot be read, or null. */
  unreadable_source: { readonly reason: string; readonly line: number | null };
  /** `start` is ISO 8601. */
  end_before_start: { readonly start: string };
  in_the_past: undefined;
  /** `now` is ISO 8601. */
  in_the_future: { readonly now: string };
  beyond_a_year: undefined;
  not_a_delay: { readonly max: number };
  given_twice: undefined;
  operation_taken: undefined;
  operation_rule: undefined;
  excludes: { readonly other: string };
  /** It says nothing without another one. */
  needs: { readonly other: string };
  excludes_each_other: { readonly names: readonly string[] };
  /** The name of a tenant or an app. */
  name_rule: undefined;
  job_key_rule: undefined;
  /** The id of a node of a task. */
  node_id_rule: undefined;
  duplicate_node: undefined;
  /** Not a node of the same list. */
  unknown_node: { readonly name: string };
  self_edge: undefined;
  /** Ids of nodes, in their order. */
  node_cycle: { readonly path: readonly string[] };
  /** The nodes through which it is entered. */
  loop_entered_twice: { readonly names: readonly string[] };
  loops_too_deep: { readonly max: number };
  unknown_branch: { readonly name: string };
  each_rule: undefined;
  bad_expression: { readonly position: number; readonly text: string };
  /** The size of the programs that the patterns of all expressions are compiled to, each distinct pattern once. */
  patterns_too_large: { readonly max: number; readonly instructions: number };
  unknown_reference: { readonly name: string };
  /** A node that waits for more than it follows. */
  join_impossible: { readonly max: number };
  /** It begins later, or apart from what reads it. */
  reference_not_before: { readonly name: string };
  /** Nothing says what holds where it has not run. */
  maybe_not_run: { readonly name: string };
  /** A variable that a node writes; `values` are those of the task. */
  unknown_var: { readonly name: string; readonly values: readonly string[] };
  /** Items run side by side, and each in a task of its own. */
  vars_of_items: undefined;
  batch_needs_item: { readonly name: string };
  /** An unknown name after `$.` in an expression; `values` are the known ones. */
  unknown_root: { readonly name: string; readonly values: readonly string[] };
  /** A name that a worker does not know of a run that it judges; `values` are those that it knows. */
  unknown_of_self: { readonly name: string; readonly values: readonly string[] };
  /** Alternatives of which one is for the worker to look at, and another for the task to judge. */
  mixed_alternatives: undefined;
  /** Work that cannot be told where to report. */
  no_callback: undefined;
  /** A condition that fails where no branch holds, which nothing follows. */
  else_missing: undefined;
  /** A branch that no node follows. */
  branch_unused: undefined;
  /** A node that cannot clean up. */
  cleanup_rule: undefined;
  cleanup_with_branch: undefined;
  /** A node after cleanup that is none. */
  cleanup_followed: { readonly name: string };
  unknown_job: { readonly key: string };
  /** A job that sends notices and skips runs while it is full. */
  skips_runs: { readonly key: string };
  /** The end of a silence. */
  silence_rule: { readonly days: number };
  unknown_task: { readonly key: string };
  /** Keys of tasks, from one to itself. */
  recursive_task: { readonly path: readonly string[] };
  tasks_too_deep: { readonly max: number };
  param_missing: { readonly name: string };
  /** `values` are the parameters that are declared. */
  param_unknown: { readonly name: string; readonly values: readonly string[] };
  param_type: { readonly type: string };
  /** A secret in an expression that is evaluated as text. */
  secret_in_text: undefined;
  /** A secret for a job of another app; `name` is the task's. */
  secret_of_other_app: { readonly name: string };
  /** A secret as an argument of a program. */
  secret_of_program: undefined;
  /** The number of a visit, where no loop is. */
  visit_outside_loop: undefined;
  /** A parameter of a task as a secret: what a run is given is kept with it. */
  secret_of_caller: undefined;
  /** Another value for a parameter that is a secret. */
  secret_in_clear: undefined;
  /** The run that is to be repeated was given secrets by its task. */
  secret_of_task: undefined;
  /** Not a code of an error, nor the beginning of one with a `*`. */
  code_pattern_rule: undefined;
  /** A node that no end of those before it lets run. */
  unreachable: undefined;
  /** It may end so that it fails its task, and nothing follows that. */
  no_handler: undefined;
  /** The only way to a node, on any end of another one: that counts as handling its failures. */
  handles_failures: { readonly name: string };
  /** A field of a node's result that no run had lately. */
  unseen_result: { readonly name: string; readonly field: string };
  unknown_secret: { readonly name: string; readonly app: string };
  unpinned_job: undefined;
  /** Not an address over HTTP that an executor can have. */
  executor_address_rule: undefined;
  /** Not an Ed25519 public key. */
  executor_key_rule: undefined;
  executor_keys_full: { readonly max: number };
  neither_cron_nor_interval: undefined;
  schedule_name_rule: { readonly max: number };
  not_key_expression: undefined;
  calendar_key_rule: undefined;
  not_time_of_day: undefined;
  not_a_date: undefined;
  /** A fire is moved to another day only where the expression has one time a day. */
  needs_daily_time: undefined;
  no_such_calendar: { readonly key: string };
  calendar_cycle: { readonly path: readonly string[] };
  calendar_too_deep: { readonly max: number };
  calendars_full: { readonly max: number };
  calendar_taken: undefined;
  too_many_days: { readonly max: number; readonly count: number };
  days_backwards: undefined;
  label_name_rule: undefined;
  /** A label in a query. */
  label_rule: undefined;
  idempotency_key_rule: { readonly max: number };
  principal_rule: undefined;
  entity_tags_rule: undefined;
  work_kind: { readonly kinds: readonly string[] };
  /** No worker of the app runs work of this kind; of a task, `node` is the one that `needs` it. */
  no_runner: {
    readonly app: string;
    readonly kinds: readonly string[];
    readonly node?: string;
    readonly needs?: string;
  };
  /** No worker of the app reaches executors of XXL-JOB of this name; `values` are those they reach. */
  no_such_executors: { readonly appName: string; readonly values: readonly string[] };
  program_missing: undefined;
  secret_name_rule: undefined;
  secret_in_url: undefined;
  secret_too_short: { readonly min: number };
  other_app: { readonly app: string };
  /** Only in records of before recurring jobs took arguments by hand. */
  args_of_recurring: undefined;
  schema_of_code: undefined;
  no_such_job: undefined;
  /** Job keys, from a job to itself. */
  child_cycle: { readonly path: readonly string[] };
  ids_or_filter: undefined;
  no_condition: undefined;
  /** `names` are the conditions there are. */
  condition_or_all: { readonly names: readonly string[] };
  stale_cursor: undefined;
  unserved_tenant: undefined;
  fixed_tenant: undefined;
  tenant_taken: undefined;
  not_repeated: undefined;
  quota_rule: undefined;
  /** The JSON Schema of a job cannot be applied; `why` is for its author. */
  bad_schema: { readonly why: string };
  /** The text of the job's own check of its arguments. */
  custom: { readonly text: string };

  json_too_deep: { readonly max: number };
  json_too_large: { readonly max: number };
  json_long_name: { readonly max: number };
  json_reserved_name: undefined;
  json_same_name: undefined;
  json_half_surrogate: undefined;
  json_nul_in_name: undefined;
  json_number_too_large: undefined;
  json_number_not_exact: undefined;
  json_not_finite: undefined;
  /** A function, a symbol and the like. */
  json_cannot_hold: { readonly type: string };

  /** JSON Schema: the names of the types that are accepted. */
  wrong_type: { readonly types: readonly string[] };
  missing_member: { readonly name: string };
  not_allowed: undefined;
  /** JSON Schema: `values` as JSON. */
  not_a_value: { readonly values: readonly string[] };
  pattern: { readonly pattern: string };
  format: { readonly format: string };
  pattern_and_format: { readonly pattern: string; readonly format: string };
  not_above: { readonly min: number };
  not_below: { readonly max: number };
  not_multiple: { readonly of: number };
  not_unique: undefined;
  /** Any other keyword of JSON Schema; `text` is what its library says. */
  keyword: { readonly keyword: string; readonly text: string };

  cron_too_long: CronPlace & { readonly max: number };
  cron_empty: CronPlace;
  cron_extra_field: CronPlace & { readonly found: string };
  cron_time_zone: CronPlace & { readonly zone: string };
  cron_few_fields: CronPlace & { readonly count: number };
  cron_no_macro: CronPlace & { readonly found: string; readonly macros: readonly string[] };
  cron_after_macro: CronPlace & { readonly macro: string };
  cron_long_list: CronPlace & { readonly max: number };
  cron_missing_value: CronValue;
  cron_missing_item: CronValue;
  cron_wrong_value: CronValue & { readonly found: string };
  cron_two_steps: CronPlace;
  cron_wrong_step: CronPlace & {
    readonly found: string;
    readonly field: CronFieldName;
    readonly max: number;
  };
  cron_any_day_only: CronPlace & { readonly field: CronFieldName };
  cron_no_step: CronPlace & { readonly found: string };
  cron_wrong_hash: CronPlace & { readonly found: string };
  cron_hash_needs_key: CronPlace;
  cron_nth_elsewhere: CronPlace;
  cron_wrong_nth: CronPlace & { readonly found: string };
  cron_last_of_weekday: CronPlace;
  cron_wrong_last: CronPlace & { readonly found: string };
  cron_wrong_workday: CronPlace & { readonly found: string };
  cron_two_ranges: CronPlace;
  cron_backwards: CronPlace & { readonly found: string };
  cron_both_days: CronPlace;
  /** The names that each dialect would mean. */
  cron_weekday_unclear: CronPlace & {
    readonly found: string;
    readonly standard: string;
    readonly quartz: string;
  };
  cron_no_such_day: CronPlace & { readonly max: number };
  cron_unreadable: CronPlace & { readonly found: string };
}

export type CronFieldName = "second" | "minute" | "hour" | "day of month" | "month" | "day of week" | "year";

/** The character it begins at, from 1. */
export interface CronPlace {
  readonly position: number;
}

/** The values a field takes: numbers and, where it has any, the first and the last of its names. */
export interface CronValue extends CronPlace {
  readonly field: CronFieldName;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

export type IssueCode = keyof IssueParameters;

/** One mistake in an input: where it is (JSON Pointer, RFC 6901), what it is, and what is wanted there in English. */
export interface InputIssue {
  readonly pointer: string;
  readonly code: IssueCode;
  /** The parameters of the sentence; absent where the code has none. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The sentence of each code, as the end of one that begins with what is wrong. */
export type IssueWords = {
  readonly [Code in IssueCode]: (parameters: IssueParameters[Code]) => string;
};
