// Made of /openapi.json by `npm run api --workspace client`.

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: "invalid_args" | "job_not_found" | "job_disabled" | "left_code" | "script_version_not_found" | "quota_exceeded" | "tenant_disabled" | "chain_too_long" | "worker_lost" | "timeout" | "cancelled" | "worker_shutdown" | "run_failed" | "run_skipped" | "waiting_limit" | "invalid_argument" | "invalid_cron" | "invalid_configuration" | "job_key_taken" | "wrong_job_kind" | "already_paused" | "stale_revision" | "stale_script" | "idempotency_mismatch" | "instance_not_found" | "already_terminal" | "illegal_transition" | "not_waiting" | "already_rerun" | "not_a_task" | "task_refused" | "value_not_editable" | "not_undoable" | "operation_not_found" | "callback_not_found" | "callback_ended" | "worker_not_found" | "executor_not_found" | "lease_lost" | "file_not_found" | "file_refused" | "file_not_shown" | "store_unavailable" | "lock_held" | "audit_unavailable" | "runtime_unavailable" | "shutting_down" | "feature_missing" | "forbidden" | "key_missing" | "secret_not_found" | "secret_taken" | "unauthorized" | "not_signed_in" | "signature_required" | "signature_refused" | "digest_mismatch" | "foreign_host" | "foreign_origin" | "too_many_attempts" | "person_not_found" | "person_taken" | "membership_not_found" | "last_superadmin" | "already_set_up" | "link_ended" | "wrong_credentials" | "second_factor_needed" | "token_not_found" | "token_taken" | "token_expired" | "token_revoked" | "session_not_found" | "no_access" | "sign_in_failed" | "second_factor_required" | "malformed_json" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "precondition_required" | "registration_closed" | "too_many_streams" | "preview_busy" | "too_many_calls" | "view_not_found" | "summary_not_found" | "backfill_not_found" | "backfill_ended" | "window_not_found" | "window_over" | "fire_decided" | "spread_not_found" | "spread_undone" | "calendar_not_found" | "calendar_in_use" | "export_not_found" | "export_not_ready" | "archive_not_found" | "archive_refused" | "internal_error" | "incident_not_found" | "incident_resolved" | "silence_not_found" | "heartbeat_not_found";
  readonly number: number;
  readonly errors?: readonly ({
    readonly pointer?: string | undefined;
    readonly parameter?: string | undefined;
    readonly position?: number | undefined;
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
    readonly parameters?: Readonly<Record<string, unknown>> | undefined;
    readonly message: string;
  })[] | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly instance?: string | undefined;
  readonly revision?: number | undefined;
  readonly version?: number | undefined;
};

export type JobOptions = {
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  readonly tags: readonly (string)[];
  readonly labels: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly maxConcurrency: number | null;
  readonly concurrencyKey: string;
  readonly whenFull: "skip" | "queue" | "replace";
  readonly rateLimit: {
    readonly max: number | null;
    readonly perMs: number;
    readonly spread: "burst" | "smooth";
  };
  readonly fairness: {
    readonly by: string;
    readonly weight: string;
  };
  readonly unique: "off" | "skip" | "existing" | "replace";
  readonly debounceMs: number;
  readonly debounceMaxMs: number | null;
  readonly uniqueKey: string;
  readonly maxWaiting: number | null;
  readonly waitTimeoutMs: number | null;
  readonly priority: number;
  readonly routing: {
    readonly strategy: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast";
    readonly by: string;
    readonly whenGone: "elsewhere" | "fail";
  };
  readonly executors: {
    readonly minVersion: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly isolation: "none" | "thread";
  readonly timeoutMs: number;
  readonly retryCount: number;
  readonly retryIntervalMs: number;
  readonly retryBackoff: {
    readonly growth: "constant" | "exponential";
    readonly maxMs: number;
    readonly jitterPercent: number;
  };
  readonly retryOn: readonly (string)[];
  readonly children: readonly ({
    readonly job: string;
    readonly on?: "success" | "failure" | "end" | undefined;
    readonly args?: unknown | undefined;
    readonly when?: string | undefined;
    readonly edge?: boolean | undefined;
  })[];
  readonly retention: {
    readonly maxInstances: number;
    readonly maxSkipped: number;
    readonly maxAgeDays: number;
    readonly maxLogs: number | null;
    readonly maxLogAgeDays: number | null;
    readonly maxFiles: number | null;
    readonly maxFileAgeDays: number | null;
  };
  readonly cron?: string | null | undefined;
  readonly cronDialect?: "standard" | "quartz" | undefined;
  readonly everyMs?: number | null | undefined;
  readonly everyFrom?: "start" | "end" | undefined;
  readonly jitterMs?: number | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly misfire?: {
    readonly policy: "fireOnce" | "skip" | "fireAll";
    readonly graceMs: number;
  } | undefined;
  readonly dst?: {
    readonly gap: "shift" | "skip";
    readonly overlap: "first" | "both";
  } | undefined;
  readonly calendar?: {
    readonly key: string;
    readonly on?: "workday" | "offday" | {
      readonly nth: number;
      readonly of: "week" | "month" | "quarter";
    } | undefined;
    readonly otherwise?: "skip" | "next" | "previous" | undefined;
    readonly dayStartsAt?: string | undefined;
    readonly beyond?: "estimate" | "hold" | undefined;
  } | null | undefined;
  readonly schedules?: readonly ({
    readonly name: string;
    readonly cron?: string | undefined;
    readonly cronDialect?: "standard" | "quartz" | undefined;
    readonly everyMs?: number | undefined;
    readonly everyFrom?: "start" | "end" | undefined;
    readonly jitterMs?: number | undefined;
    readonly timeZone?: string | undefined;
    readonly startTime?: string | null | undefined;
    readonly endTime?: string | null | undefined;
    readonly misfire?: {
      readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
      readonly graceMs?: number | undefined;
    } | undefined;
    readonly dst?: {
      readonly gap?: "shift" | "skip" | undefined;
      readonly overlap?: "first" | "both" | undefined;
    } | undefined;
    readonly calendar?: {
      readonly key: string;
      readonly on?: "workday" | "offday" | {
        readonly nth: number;
        readonly of: "week" | "month" | "quarter";
      } | undefined;
      readonly otherwise?: "skip" | "next" | "previous" | undefined;
      readonly dayStartsAt?: string | undefined;
      readonly beyond?: "estimate" | "hold" | undefined;
    } | null | undefined;
    readonly disabled?: boolean | undefined;
    readonly args?: unknown | undefined;
  })[] | undefined;
};

export type Definition = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly origin: "code" | "api";
  readonly inCode: boolean;
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly appPause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
};

export type Job = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly origin: "code" | "api";
  readonly inCode: boolean;
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly appPause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly nextFire: string | null;
  readonly latest: InstanceEvent | null;
  readonly window: {
    readonly id: string;
    readonly name: string;
    readonly until: string | null;
  } | null;
  readonly cronWords: string | null;
  readonly differs: readonly (string)[];
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
};

export type JobDetail = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly origin: "code" | "api";
  readonly inCode: boolean;
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly appPause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly nextFire: string | null;
  readonly latest: InstanceEvent | null;
  readonly window: {
    readonly id: string;
    readonly name: string;
    readonly until: string | null;
  } | null;
  readonly cronWords: string | null;
  readonly differs: readonly (string)[];
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
  readonly warnings?: readonly ({
    readonly pointer: string;
    readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
    readonly parameters?: Readonly<Record<string, unknown>> | undefined;
    readonly message: string;
  })[] | undefined;
  readonly layers: Readonly<Record<string, "default" | "global" | "code" | "stored">>;
  readonly work: Readonly<Record<string, unknown>>;
  readonly script: {
    readonly version: number;
    readonly hash: string;
    readonly at: string;
    readonly by: string | null;
    readonly comment: string | null;
    readonly restored: number | null;
    readonly copied: {
      readonly jobKey: string;
      readonly version: number;
    } | null;
  } | null;
  readonly args: unknown;
  readonly argsSchema: Readonly<Record<string, unknown>> | null;
  readonly differsFromCode: readonly ({
    readonly field: string;
    readonly code: unknown;
    readonly stored: unknown;
    readonly edited: boolean;
  })[];
  readonly lacksWorker: boolean;
};

export type InstanceEvent = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
  readonly reasonNumber: number | null;
  readonly reasonParameters: unknown;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun" | "parent" | "condition" | "alarm" | "broadcast" | "task" | "backfill";
    readonly nominalTime?: string | undefined;
    readonly schedule?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
    readonly traceparent?: string | undefined;
    readonly depth?: number | undefined;
    readonly version?: number | undefined;
  };
  readonly shard: number | null;
  readonly priority: number;
  readonly argsPreview: string | null;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly abandoned: {
    readonly attempt: number;
    readonly worker: string;
    readonly at: string;
  } | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelNote: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly usage: {
    readonly attempt: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
  } | null;
  readonly errorSummary: string | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
};

export type InstanceSummary = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
  readonly reasonNumber: number | null;
  readonly reasonParameters: unknown;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun" | "parent" | "condition" | "alarm" | "broadcast" | "task" | "backfill";
    readonly nominalTime?: string | undefined;
    readonly schedule?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
    readonly traceparent?: string | undefined;
    readonly depth?: number | undefined;
    readonly version?: number | undefined;
  };
  readonly shard: number | null;
  readonly priority: number;
  readonly argsPreview: string | null;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly abandoned: {
    readonly attempt: number;
    readonly worker: string;
    readonly at: string;
  } | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelNote: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly usage: {
    readonly attempt: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
  } | null;
  readonly errorSummary: string | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
  readonly jobName: string | null;
  readonly workerName: string | null;
  readonly waitingFor: "worker" | "slot" | "held" | "approval" | "signal" | "paused" | "check" | "time" | "retry" | null;
};

export type Instance = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
  readonly reasonNumber: number | null;
  readonly reasonParameters: unknown;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun" | "parent" | "condition" | "alarm" | "broadcast" | "task" | "backfill";
    readonly nominalTime?: string | undefined;
    readonly schedule?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
    readonly traceparent?: string | undefined;
    readonly depth?: number | undefined;
    readonly version?: number | undefined;
  };
  readonly shard: number | null;
  readonly priority: number;
  readonly argsPreview: string | null;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly abandoned: {
    readonly attempt: number;
    readonly worker: string;
    readonly at: string;
  } | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelNote: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly usage: {
    readonly attempt: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
  } | null;
  readonly errorSummary: string | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
  readonly jobName: string | null;
  readonly workerName: string | null;
  readonly waitingFor: "worker" | "slot" | "held" | "approval" | "signal" | "paused" | "check" | "time" | "retry" | null;
  readonly args: unknown;
  readonly result: unknown;
  readonly error: {
    readonly code: string;
    readonly number: number | null;
    readonly message: string | null;
    readonly stack?: string | undefined;
    readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly routing: {
    readonly strategy: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast";
    readonly executor: {
      readonly id: string;
      readonly name: string;
      readonly address?: string | undefined;
    } | null;
    readonly refused: readonly ({
      readonly id: string;
      readonly name: string;
      readonly address?: string | undefined;
      readonly why: "busy" | "silent" | "gone" | "rule" | "unreachable";
    })[];
    readonly shard?: {
      readonly index: number;
      readonly total: number;
    } | undefined;
    readonly shards?: readonly ({
      readonly id: string;
      readonly name: string;
      readonly address?: string | undefined;
      readonly ended?: "Succeeded" | "Terminated" | "Cancelled" | "Skipped" | undefined;
    })[] | undefined;
  } | null;
  readonly usageSeries: {
    readonly everyMs: number;
    readonly cpu: readonly (number)[];
    readonly memoryBytes: readonly (number)[];
  } | null;
  readonly script: {
    readonly version: number;
    readonly hash: string;
  } | null;
  readonly history: readonly ({
    readonly at: string;
    readonly from: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped" | null;
    readonly to: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
    readonly attempt: number;
    readonly worker: string | null;
    readonly reason: string | null;
    readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
    readonly reasonNumber: number | null;
    readonly reasonParameters: unknown;
  })[];
};

export type Worker = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly tags: readonly (string)[];
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string | null;
  readonly address: string | null;
  readonly host: string | null;
  readonly pid: number | null;
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly running: number;
  readonly abandoned: number;
  readonly limit: number | null;
  readonly pool: {
    readonly min: number;
    readonly max: number;
  } | null;
  readonly draining: boolean;
  readonly drain: {
    readonly at: string;
    readonly by: string | null;
  } | null;
  readonly load: {
    readonly processor: number | null;
    readonly recent: readonly (number)[];
    readonly memoryBytes: number | null;
    readonly loopLagMs: number;
  } | null;
  readonly blocked: {
    readonly at: string;
    readonly ms: number;
    readonly jobKeys: readonly (string)[];
  } | null;
  readonly jobKeys: readonly (string)[];
  readonly runners: readonly ({
    readonly kind: "code" | "script" | "http" | "command" | "task" | "xxl" | "sql" | "notice" | "file" | "condition" | "wait" | "transfer";
    readonly names: readonly (string)[] | null;
    readonly sandbox: "bubblewrap" | "unsandboxed" | null;
    readonly callbackUrl: string | null;
  })[];
};

export type SampleSeries = {
  readonly worker: string;
  readonly app: string;
  readonly name: string;
  readonly place: number;
  readonly step: "sample" | "5m" | "1h" | "1d";
  readonly from: string;
  readonly to: string;
  readonly points: readonly ({
    readonly at: string;
    readonly samples: number;
    readonly processor: number | null;
    readonly processorMax: number | null;
    readonly memoryBytes: number | null;
    readonly memoryBytesMax: number | null;
    readonly loopDelayMs: number | null;
    readonly loopDelayP99Ms: number | null;
    readonly running: number;
    readonly runningMax: number;
    readonly limit: number | null;
  })[];
};

export type App = {
  readonly app: string;
  readonly jobs: number;
  readonly workers: number;
  readonly missing: readonly (string)[];
  readonly waiting: number;
  readonly running: number;
  readonly endedPerMinute: number;
  readonly drainMs: number | null;
  readonly stopped: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
    readonly by: string | null;
    readonly isNew: boolean;
  } | null;
};

export type ControlPlane = {
  readonly id: string;
  readonly host: string | null;
  readonly pid: number | null;
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly version: string | null;
  readonly startedAt: string;
  readonly standsBy: boolean;
  readonly duties: readonly (string)[];
};

export type Overview = {
  readonly counts: {
    readonly Scheduled: number;
    readonly Enqueued: number;
    readonly Processing: number;
    readonly Failed: number;
    readonly Succeeded: number;
    readonly Terminated: number;
    readonly Cancelled: number;
    readonly Skipped: number;
  };
  readonly jobs: {
    readonly total: number;
    readonly recurring: number;
    readonly triggered: number;
    readonly paused: number;
    readonly disabled: number;
  };
  readonly apps: readonly (string)[];
  readonly tags: readonly (string)[];
  readonly debugMode: {
    readonly recurring: boolean;
    readonly triggered: boolean;
  };
  readonly upcoming: readonly ({
    readonly jobKey: string;
    readonly name: string;
    readonly at: string;
  })[];
  readonly completions: readonly (CompletionMinute)[];
  readonly workers: number;
  readonly running: number;
};

export type CompletionMinute = {
  readonly at: string;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
};

export type Attention = {
  readonly kind: "store_restored" | "firing_stopped" | "run_failed" | "code_goes_on" | "no_worker" | "app_stopped" | "not_in_code" | "calendar_missing" | "waiting" | "waiting_for_slot" | "missed" | "begun_too_late" | "overlapped" | "paused_long" | "calendar_ends" | "differs";
  readonly severity: "critical" | "warning" | "info";
  readonly total: number;
  readonly jobs: readonly ({
    readonly key: string;
    readonly name: string;
    readonly count: number;
    readonly atLeast: boolean;
    readonly at: string | null;
    readonly instanceId: string | null;
  })[];
};

export type Act = {
  readonly id: string;
  readonly at: string;
  readonly kind: "create" | "copy" | "import" | "edit" | "delete" | "pause" | "resume" | "stop_app" | "start_app" | "try" | "run" | "cancel" | "rerun" | "release" | "prioritize" | "clear_queue" | "operate_task" | "handle_failure" | "register" | "edit_secret" | "edit_alarms" | "edit_view" | "apply_config" | "backfill" | "edit_window" | "act_on_fire" | "spread" | "edit_calendar" | "export" | "edit_archive" | "handle_incident" | "drain_worker" | "undrain_worker" | "edit_executors" | "sign_in" | "sign_out" | "sign_in_refused" | "refused" | "call" | "end_session" | "create_user" | "edit_user" | "delete_user" | "set_up" | "break_glass" | "give_role" | "take_role" | "create_token" | "rotate_token" | "revoke_token" | "token_reused" | "create_tenant" | "edit_tenant" | "remove_tenant" | "rebuild_reports" | "edit_summary";
  readonly by: {
    readonly id: string;
    readonly name: string;
  } | null;
  readonly app: string;
  readonly jobKey: string | null;
  readonly jobName: string | null;
  readonly instanceId: string | null;
  readonly madeId: string | null;
  readonly note: string | null;
  readonly operation: string | null;
  readonly changes: readonly ({
    readonly pointer: string;
    readonly before: string | null;
    readonly after: string | null;
  })[];
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
};

export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly kind: "create" | "copy" | "import" | "edit" | "delete" | "pause" | "resume" | "stop_app" | "start_app" | "try" | "run" | "cancel" | "rerun" | "release" | "prioritize" | "clear_queue" | "operate_task" | "handle_failure" | "register" | "edit_secret" | "edit_alarms" | "edit_view" | "apply_config" | "backfill" | "edit_window" | "act_on_fire" | "spread" | "edit_calendar" | "export" | "edit_archive" | "handle_incident" | "drain_worker" | "undrain_worker" | "edit_executors" | "sign_in" | "sign_out" | "sign_in_refused" | "refused" | "call" | "end_session" | "create_user" | "edit_user" | "delete_user" | "set_up" | "break_glass" | "give_role" | "take_role" | "create_token" | "rotate_token" | "revoke_token" | "token_reused" | "create_tenant" | "edit_tenant" | "remove_tenant" | "rebuild_reports" | "edit_summary";
  readonly by: {
    readonly id: string;
    readonly name: string;
  } | null;
  readonly app: string | null;
  readonly jobKey: string | null;
  readonly instanceId: string | null;
  readonly madeId: string | null;
  readonly note: string | null;
  readonly operation: string | null;
  readonly changes: readonly ({
    readonly pointer: string;
    readonly before: string | null;
    readonly after: string | null;
  })[];
  readonly subject: {
    readonly type: "user" | "token" | "session" | "tenant" | "role" | "secret" | "executor_key" | "expected_executor" | "worker" | "alarm_rules" | "alarm_routes" | "heartbeats" | "silence" | "incident" | "view" | "summary" | "backfill" | "window" | "spread" | "calendar" | "export" | "archive" | "failure_group" | "operation";
    readonly id: string;
  } | null;
  readonly outcome: "done" | "refused" | "failed" | "unknown";
  readonly code: string | null;
  readonly from: {
    readonly address: string | null;
    readonly agent: string | null;
    readonly requestId: string;
  } | null;
};

export type Incident = {
  readonly id: string;
  readonly revision: number;
  readonly condition: "run_failed" | "failures_in_row" | "no_success" | "missed" | "late" | "waiting" | "slow" | "no_worker" | "backlog" | "firing_stopped" | "control_plane_down" | "store_unavailable" | "no_heartbeat" | "clock_off" | "token_expiring" | "task_held" | "approval_pending" | "task_waiting" | "code_goes_on" | "fires_skipped";
  readonly rule: string;
  readonly severity: "critical" | "warning" | "info";
  readonly app: string | null;
  readonly jobKey: string | null;
  readonly heartbeat: string | null;
  readonly token: string | null;
  readonly jobName: string | null;
  readonly state: "open" | "acknowledged" | "resolved";
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly openedAt: string;
  readonly lastAt: string;
  readonly resolvedAt: string | null;
  readonly count: number;
  readonly errors: readonly ({
    readonly fingerprint: string | null;
    readonly message: string | null;
    readonly count: number;
    readonly firstAt: string;
    readonly lastAt: string;
  })[];
  readonly runs: readonly (string)[];
  readonly assignee: string | null;
  readonly snoozedUntil: string | null;
  readonly silencedBy: string | null;
  readonly explainedBy: string | null;
  readonly reopened: number;
  readonly notified: readonly ({
    readonly route: string;
    readonly event: "opened" | "changed" | "repeated" | "resolved";
    readonly at: string;
  })[];
  readonly timeline: readonly ({
    readonly at: string;
    readonly kind: "opened" | "reopened" | "changed" | "acknowledged" | "unacknowledged" | "assigned" | "snoozed" | "noted" | "handled" | "resolved";
    readonly by: string | null;
    readonly note: string | null;
    readonly parameters: Readonly<Record<string, unknown>> | null;
  })[];
  readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
};

export type AlarmRule = {
  readonly id: string;
  readonly condition: "run_failed" | "failures_in_row" | "no_success" | "missed" | "late" | "waiting" | "slow" | "no_worker" | "backlog" | "firing_stopped" | "control_plane_down" | "store_unavailable" | "no_heartbeat" | "clock_off" | "token_expiring" | "task_held" | "approval_pending" | "task_waiting" | "code_goes_on" | "fires_skipped";
  readonly enabled: boolean;
  readonly severity: "critical" | "warning" | "info";
  readonly forMs: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly apps: readonly (string)[] | null;
  readonly jobs: readonly (string)[] | null;
  readonly tags: readonly (string)[] | null;
  readonly note: string | null;
};

export type AlarmRoute = {
  readonly id: string;
  readonly enabled: boolean;
  readonly action: "notify" | "rerun" | "pause" | "acknowledge";
  readonly job: string | null;
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly actionMs: number | null;
  readonly severities: readonly ("critical" | "warning" | "info")[] | null;
  readonly conditions: readonly ("run_failed" | "failures_in_row" | "no_success" | "missed" | "late" | "waiting" | "slow" | "no_worker" | "backlog" | "firing_stopped" | "control_plane_down" | "store_unavailable" | "no_heartbeat" | "clock_off" | "token_expiring" | "task_held" | "approval_pending" | "task_waiting" | "code_goes_on" | "fires_skipped")[] | null;
  readonly apps: readonly (string)[] | null;
  readonly jobs: readonly (string)[] | null;
  readonly tags: readonly (string)[] | null;
  readonly errors: readonly (string)[] | null;
  readonly unacknowledgedMs: number;
  readonly hours: {
    readonly timeZone: string;
    readonly days: readonly (number)[];
    readonly from: string;
    readonly to: string;
  } | null;
  readonly events: readonly ("opened" | "changed" | "repeated" | "resolved")[];
  readonly language: "en" | "zh";
};

export type Silence = {
  readonly id: string;
  readonly severities: readonly ("critical" | "warning" | "info")[] | null;
  readonly conditions: readonly ("run_failed" | "failures_in_row" | "no_success" | "missed" | "late" | "waiting" | "slow" | "no_worker" | "backlog" | "firing_stopped" | "control_plane_down" | "store_unavailable" | "no_heartbeat" | "clock_off" | "token_expiring" | "task_held" | "approval_pending" | "task_waiting" | "code_goes_on" | "fires_skipped")[] | null;
  readonly apps: readonly (string)[] | null;
  readonly jobs: readonly (string)[] | null;
  readonly tags: readonly (string)[] | null;
  readonly from: string;
  readonly until: string | null;
  readonly window: {
    readonly cron: string;
    readonly timeZone: string;
    readonly durationMs: number;
  } | null;
  readonly reason: string;
  readonly by: string | null;
};

export type Heartbeat = {
  readonly id: string;
  readonly app: string;
  readonly cron: string | null;
  readonly everyMs: number | null;
  readonly timeZone: string;
  readonly graceMs: number;
  readonly note: string | null;
  readonly createdAt: string;
  readonly path: string;
  readonly state: "start" | "success" | "failure" | null;
  readonly reportedAt: string | null;
  readonly succeededAt: string | null;
  readonly due: string | null;
};

export type Operation = {
  readonly id: string;
  readonly kind: "pause" | "resume" | "run" | "cancel" | "rerun";
  readonly by: {
    readonly id: string;
    readonly name: string;
  } | null;
  readonly at: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
  readonly note: string | null;
  readonly total: number;
  readonly done: number;
  readonly leftAlone: number;
  readonly parts: readonly ({
    readonly app: string;
    readonly jobKey: string;
    readonly count: number;
  })[];
  readonly undoOf: string | null;
  readonly undoneBy: string | null;
};

export type Backfill = {
  readonly id: string;
  readonly app: string;
  readonly jobKey: string | null;
  readonly state: "running" | "paused" | "cancelled" | "completed";
  readonly from: string;
  readonly to: string;
  readonly only: "missing" | "failed" | "all";
  readonly order: "oldest" | "newest";
  readonly atOnce: number;
  readonly perMinute: number | null;
  readonly priority: number;
  readonly args: unknown | null;
  readonly beyondKept: boolean;
  readonly counts: {
    readonly planned: number;
    readonly present: number;
    readonly unknown: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly skipped: number;
  };
  readonly cursor: {
    readonly at: string;
    readonly jobKey: string;
    readonly schedule: string | null;
  } | null;
  readonly open: readonly (string)[];
  readonly waits: string | null;
  readonly by: string | null;
  readonly note: string | null;
  readonly at: string;
  readonly changedAt: string;
  readonly endedAt: string | null;
};

export type Window = {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly apps: readonly (string)[] | null;
  readonly jobs: readonly (string)[] | null;
  readonly tags: readonly (string)[] | null;
  readonly from: string;
  readonly until: string | null;
  readonly repeats: {
    readonly cron: string;
    readonly timeZone: string;
    readonly durationMs: number;
  } | null;
  readonly holds: "fires" | "runs";
  readonly fires: "skip" | "fireOnce";
  readonly silences: boolean;
  readonly reason: string;
  readonly by: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
};

export type Calendar = {
  readonly key: string;
  readonly revision: number;
  readonly name: string;
  readonly weekend: readonly (number)[];
  readonly extends: readonly (string)[];
  readonly days: Readonly<Record<string, "work" | "off">>;
  readonly names: Readonly<Record<string, string>>;
  readonly coveredFrom: string | null;
  readonly coveredTo: string | null;
  readonly source: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly changedBy: string | null;
};

export type View = {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly page: "runs" | "failures" | "jobs" | "reports";
  readonly filter: Readonly<Record<string, string>>;
  readonly owner: string | null;
  readonly isOwn: boolean;
  readonly isShared: boolean;
  readonly app: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
};

export type ReportSummary = {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly owner: string | null;
  readonly isOwn: boolean;
  readonly job: string;
  readonly interval: "daily" | "weekly";
  readonly weekday: number | null;
  readonly hour: number;
  readonly timeZone: string;
  readonly language: "en" | "zh";
  readonly apps: readonly (string)[] | null;
  readonly tag: string | null;
  readonly enabled: boolean;
  readonly sentFor: string;
  readonly createdAt: string;
  readonly changedAt: string;
};

export type Report = {
  readonly from: string;
  readonly to: string;
  readonly grain: "hour" | "day";
  readonly by: "tenant" | "app" | "job" | "node" | "executor" | "tag";
  readonly countedAt: string | null;
  readonly total: {
    readonly runs: number;
    readonly succeeded: number;
    readonly terminated: number;
    readonly cancelled: number;
    readonly skipped: number;
    readonly successRate: number | null;
    readonly retries: number;
    readonly workMs: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
    readonly duration: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly wait: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly lateness: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly codes: readonly ({
      readonly name: string;
      readonly count: number;
    })[];
    readonly causes: readonly ({
      readonly name: string;
      readonly count: number;
    })[];
  };
  readonly before: {
    readonly runs: number;
    readonly succeeded: number;
    readonly terminated: number;
    readonly cancelled: number;
    readonly skipped: number;
    readonly successRate: number | null;
    readonly retries: number;
    readonly workMs: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
    readonly duration: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly wait: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly lateness: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly codes: readonly ({
      readonly name: string;
      readonly count: number;
    })[];
    readonly causes: readonly ({
      readonly name: string;
      readonly count: number;
    })[];
  };
  readonly buckets: readonly ({
    readonly at: string;
    readonly runs: number;
    readonly succeeded: number;
    readonly terminated: number;
    readonly cancelled: number;
    readonly skipped: number;
    readonly successRate: number | null;
    readonly retries: number;
    readonly workMs: number;
    readonly cpuMs: number | null;
    readonly peakMemoryBytes: number | null;
    readonly duration: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly wait: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
    readonly lateness: {
      readonly count: number;
      readonly meanMs: number | null;
      readonly p50Ms: number | null;
      readonly p95Ms: number | null;
      readonly maxMs: number | null;
    };
  })[];
  readonly subjects: readonly ({
    readonly id: string;
    readonly app: string | null;
    readonly total: {
      readonly runs: number;
      readonly succeeded: number;
      readonly terminated: number;
      readonly cancelled: number;
      readonly skipped: number;
      readonly successRate: number | null;
      readonly retries: number;
      readonly workMs: number;
      readonly cpuMs: number | null;
      readonly peakMemoryBytes: number | null;
      readonly duration: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly wait: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly lateness: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly codes: readonly ({
        readonly name: string;
        readonly count: number;
      })[];
      readonly causes: readonly ({
        readonly name: string;
        readonly count: number;
      })[];
    };
    readonly before: {
      readonly runs: number;
      readonly succeeded: number;
      readonly terminated: number;
      readonly cancelled: number;
      readonly skipped: number;
      readonly successRate: number | null;
      readonly retries: number;
      readonly workMs: number;
      readonly cpuMs: number | null;
      readonly peakMemoryBytes: number | null;
      readonly duration: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly wait: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly lateness: {
        readonly count: number;
        readonly meanMs: number | null;
        readonly p50Ms: number | null;
        readonly p95Ms: number | null;
        readonly maxMs: number | null;
      };
      readonly codes: readonly ({
        readonly name: string;
        readonly count: number;
      })[];
      readonly causes: readonly ({
        readonly name: string;
        readonly count: number;
      })[];
    };
  })[];
  readonly subjectsTotal: number;
  readonly busiest: readonly ({
    readonly at: string;
    readonly runs: number;
  })[];
  readonly marks: readonly ({
    readonly at: string;
    readonly id: string;
    readonly kind: string;
    readonly app: string | null;
    readonly jobKey: string | null;
    readonly by: string | null;
  })[];
};

export type Export = {
  readonly id: string;
  readonly name: string;
  readonly state: "running" | "ready" | "cancelled" | "failed" | "removed";
  readonly from: string;
  readonly to: string;
  readonly apps: readonly (string)[] | null;
  readonly jobs: readonly (string)[] | null;
  readonly tags: readonly (string)[] | null;
  readonly states: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | null;
  readonly include: readonly ("definitions" | "logs" | "facts" | "files" | "history" | "workers" | "samples")[];
  readonly expectedRuns: number;
  readonly counts: {
    readonly runs: number;
    readonly definitions: number;
    readonly logs: number;
    readonly facts: number;
    readonly files: number;
    readonly history: number;
    readonly workers: number;
    readonly samples: number;
  };
  readonly size: number;
  readonly problem: string | null;
  readonly by: string | null;
  readonly at: string;
  readonly changedAt: string;
  readonly expiresAt: string;
};

export type Archive = {
  readonly id: string;
  readonly name: string;
  readonly source: {
    readonly madeAt: string;
    readonly by: string | null;
    readonly tenant: string;
    readonly deployment: string | null;
    readonly version: string;
    readonly from: string;
    readonly to: string;
    readonly apps: readonly (string)[] | null;
    readonly jobs: readonly (string)[] | null;
    readonly tags: readonly (string)[] | null;
    readonly states: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | null;
    readonly include: readonly ("definitions" | "logs" | "facts" | "files" | "history" | "workers" | "samples")[];
    readonly hasHidden: boolean;
  };
  readonly counts: {
    readonly runs: number;
    readonly definitions: number;
    readonly logs: number;
    readonly facts: number;
    readonly files: number;
    readonly history: number;
    readonly workers: number;
    readonly samples: number;
  };
  readonly size: number;
  readonly storedBytes: number;
  readonly by: string | null;
  readonly at: string;
  readonly expiresAt: string;
};

export type ArchivedRun = {
  readonly id: string;
  readonly app: string;
  readonly jobKey: string;
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly kind: "recurring" | "triggered";
  readonly triggerType: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly worker: string | null;
  readonly errorSummary: string | null;
  readonly argsPreview: string | null;
  readonly partOf: string | null;
  readonly lines: number;
  readonly facts: number;
  readonly files: number;
};

export type WorstReport = {
  readonly from: string;
  readonly to: string;
  readonly grain: "hour" | "day";
  readonly by: "tenant" | "app" | "job" | "node" | "executor" | "tag";
  readonly countedAt: string | null;
  readonly failures: readonly ({
    readonly id: string;
    readonly app: string | null;
    readonly now: number;
    readonly before: number;
    readonly change: number;
  })[];
  readonly duration: readonly ({
    readonly id: string;
    readonly app: string | null;
    readonly now: number;
    readonly before: number;
    readonly change: number;
  })[];
  readonly lateness: readonly ({
    readonly id: string;
    readonly app: string | null;
    readonly now: number;
    readonly before: number;
    readonly change: number;
  })[];
};

/** What each operation takes and returns. */
export interface Operations {
  readonly listJobs: {
    readonly path: undefined;
    readonly query: {
      readonly kind?: "recurring" | "triggered" | undefined;
      readonly search?: string | undefined;
      readonly app?: string | undefined;
      readonly tag?: string | undefined;
      readonly label?: string | undefined;
      readonly work?: "code" | "script" | "http" | "command" | "task" | "xxl" | "sql" | "notice" | "file" | "condition" | "wait" | "transfer" | undefined;
      readonly disabled?: boolean | undefined;
      readonly status?: "paused" | "failing" | "late" | "no_worker" | "not_in_code" | "differs" | undefined;
      readonly sort?: "key" | "-key" | "name" | "-name" | "nextFire" | "-nextFire" | "latestRun" | "-latestRun" | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Job)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly createJob: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly key: string;
      readonly app: string;
      readonly kind: "recurring" | "triggered";
      readonly options?: {
        readonly name?: string | undefined;
        readonly description?: string | undefined;
        readonly owner?: string | undefined;
        readonly tags?: readonly (string)[] | undefined;
        readonly labels?: Readonly<Record<string, string>> | undefined;
        readonly disabled?: boolean | undefined;
        readonly maxConcurrency?: number | null | undefined;
        readonly concurrencyKey?: string | undefined;
        readonly whenFull?: "skip" | "queue" | "replace" | undefined;
        readonly rateLimit?: {
          readonly max?: number | null | undefined;
          readonly perMs?: number | undefined;
          readonly spread?: "burst" | "smooth" | undefined;
        } | undefined;
        readonly fairness?: {
          readonly by?: string | undefined;
          readonly weight?: string | undefined;
        } | undefined;
        readonly unique?: "off" | "skip" | "existing" | "replace" | undefined;
        readonly debounceMs?: number | undefined;
        readonly debounceMaxMs?: number | null | undefined;
        readonly uniqueKey?: string | undefined;
        readonly maxWaiting?: number | null | undefined;
        readonly waitTimeoutMs?: number | null | undefined;
        readonly priority?: number | undefined;
        readonly routing?: {
          readonly strategy?: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast" | undefined;
          readonly by?: string | undefined;
          readonly whenGone?: "elsewhere" | "fail" | undefined;
        } | undefined;
        readonly executors?: {
          readonly minVersion?: string | undefined;
          readonly labels?: Readonly<Record<string, string>> | undefined;
        } | undefined;
        readonly isolation?: "none" | "thread" | undefined;
        readonly timeoutMs?: number | undefined;
        readonly retryCount?: number | undefined;
        readonly retryIntervalMs?: number | undefined;
        readonly retryBackoff?: {
          readonly growth?: "constant" | "exponential" | undefined;
          readonly maxMs?: number | undefined;
          readonly jitterPercent?: number | undefined;
        } | undefined;
        readonly retryOn?: readonly (string)[] | undefined;
        readonly children?: readonly ({
          readonly job: string;
          readonly on?: "success" | "failure" | "end" | undefined;
          readonly args?: unknown | undefined;
          readonly when?: string | undefined;
          readonly edge?: boolean | undefined;
        })[] | undefined;
        readonly retention?: {
          readonly maxInstances?: number | undefined;
          readonly maxSkipped?: number | undefined;
          readonly maxAgeDays?: number | undefined;
          readonly maxLogs?: number | null | undefined;
          readonly maxLogAgeDays?: number | null | undefined;
          readonly maxFiles?: number | null | undefined;
          readonly maxFileAgeDays?: number | null | undefined;
        } | undefined;
        readonly cron?: string | null | undefined;
        readonly cronDialect?: "standard" | "quartz" | undefined;
        readonly everyMs?: number | null | undefined;
        readonly everyFrom?: "start" | "end" | undefined;
        readonly jitterMs?: number | undefined;
        readonly timeZone?: string | undefined;
        readonly startTime?: string | null | undefined;
        readonly endTime?: string | null | undefined;
        readonly misfire?: {
          readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
          readonly graceMs?: number | undefined;
        } | undefined;
        readonly dst?: {
          readonly gap?: "shift" | "skip" | undefined;
          readonly overlap?: "first" | "both" | undefined;
        } | undefined;
        readonly calendar?: {
          readonly key: string;
          readonly on?: "workday" | "offday" | {
            readonly nth: number;
            readonly of: "week" | "month" | "quarter";
          } | undefined;
          readonly otherwise?: "skip" | "next" | "previous" | undefined;
          readonly dayStartsAt?: string | undefined;
          readonly beyond?: "estimate" | "hold" | undefined;
        } | null | undefined;
        readonly schedules?: readonly ({
          readonly name: string;
          readonly cron?: string | undefined;
          readonly cronDialect?: "standard" | "quartz" | undefined;
          readonly everyMs?: number | undefined;
          readonly everyFrom?: "start" | "end" | undefined;
          readonly jitterMs?: number | undefined;
          readonly timeZone?: string | undefined;
          readonly startTime?: string | null | undefined;
          readonly endTime?: string | null | undefined;
          readonly misfire?: {
            readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
            readonly graceMs?: number | undefined;
          } | undefined;
          readonly dst?: {
            readonly gap?: "shift" | "skip" | undefined;
            readonly overlap?: "first" | "both" | undefined;
          } | undefined;
          readonly calendar?: {
            readonly key: string;
            readonly on?: "workday" | "offday" | {
              readonly nth: number;
              readonly of: "week" | "month" | "quarter";
            } | undefined;
            readonly otherwise?: "skip" | "next" | "previous" | undefined;
            readonly dayStartsAt?: string | undefined;
            readonly beyond?: "estimate" | "hold" | undefined;
          } | null | undefined;
          readonly disabled?: boolean | undefined;
          readonly args?: unknown | undefined;
        })[] | undefined;
      } | undefined;
      readonly work?: Readonly<Record<string, unknown>> | undefined;
      readonly args?: unknown | undefined;
      readonly argsSchema?: Readonly<Record<string, unknown>> | null | undefined;
    };
    readonly answer: JobDetail };
  readonly getJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: JobDetail };
  readonly updateJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name?: string | undefined;
      readonly description?: string | undefined;
      readonly owner?: string | undefined;
      readonly tags?: readonly (string)[] | undefined;
      readonly labels?: Readonly<Record<string, string>> | undefined;
      readonly disabled?: boolean | undefined;
      readonly maxConcurrency?: number | null | undefined;
      readonly concurrencyKey?: string | undefined;
      readonly whenFull?: "skip" | "queue" | "replace" | undefined;
      readonly rateLimit?: {
        readonly max?: number | null | undefined;
        readonly perMs?: number | undefined;
        readonly spread?: "burst" | "smooth" | undefined;
      } | undefined;
      readonly fairness?: {
        readonly by?: string | undefined;
        readonly weight?: string | undefined;
      } | undefined;
      readonly unique?: "off" | "skip" | "existing" | "replace" | undefined;
      readonly debounceMs?: number | undefined;
      readonly debounceMaxMs?: number | null | undefined;
      readonly uniqueKey?: string | undefined;
      readonly maxWaiting?: number | null | undefined;
      readonly waitTimeoutMs?: number | null | undefined;
      readonly priority?: number | undefined;
      readonly routing?: {
        readonly strategy?: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast" | undefined;
        readonly by?: string | undefined;
        readonly whenGone?: "elsewhere" | "fail" | undefined;
      } | undefined;
      readonly executors?: {
        readonly minVersion?: string | undefined;
        readonly labels?: Readonly<Record<string, string>> | undefined;
      } | undefined;
      readonly isolation?: "none" | "thread" | undefined;
      readonly timeoutMs?: number | undefined;
      readonly retryCount?: number | undefined;
      readonly retryIntervalMs?: number | undefined;
      readonly retryBackoff?: {
        readonly growth?: "constant" | "exponential" | undefined;
        readonly maxMs?: number | undefined;
        readonly jitterPercent?: number | undefined;
      } | undefined;
      readonly retryOn?: readonly (string)[] | undefined;
      readonly children?: readonly ({
        readonly job: string;
        readonly on?: "success" | "failure" | "end" | undefined;
        readonly args?: unknown | undefined;
        readonly when?: string | undefined;
        readonly edge?: boolean | undefined;
      })[] | undefined;
      readonly retention?: {
        readonly maxInstances?: number | undefined;
        readonly maxSkipped?: number | undefined;
        readonly maxAgeDays?: number | undefined;
        readonly maxLogs?: number | null | undefined;
        readonly maxLogAgeDays?: number | null | undefined;
        readonly maxFiles?: number | null | undefined;
        readonly maxFileAgeDays?: number | null | undefined;
      } | undefined;
      readonly cron?: string | null | undefined;
      readonly cronDialect?: "standard" | "quartz" | undefined;
      readonly everyMs?: number | null | undefined;
      readonly everyFrom?: "start" | "end" | undefined;
      readonly jitterMs?: number | undefined;
      readonly timeZone?: string | undefined;
      readonly startTime?: string | null | undefined;
      readonly endTime?: string | null | undefined;
      readonly misfire?: {
        readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
        readonly graceMs?: number | undefined;
      } | undefined;
      readonly dst?: {
        readonly gap?: "shift" | "skip" | undefined;
        readonly overlap?: "first" | "both" | undefined;
      } | undefined;
      readonly calendar?: {
        readonly key: string;
        readonly on?: "workday" | "offday" | {
          readonly nth: number;
          readonly of: "week" | "month" | "quarter";
        } | undefined;
        readonly otherwise?: "skip" | "next" | "previous" | undefined;
        readonly dayStartsAt?: string | undefined;
        readonly beyond?: "estimate" | "hold" | undefined;
      } | null | undefined;
      readonly schedules?: readonly ({
        readonly name: string;
        readonly cron?: string | undefined;
        readonly cronDialect?: "standard" | "quartz" | undefined;
        readonly everyMs?: number | undefined;
        readonly everyFrom?: "start" | "end" | undefined;
        readonly jitterMs?: number | undefined;
        readonly timeZone?: string | undefined;
        readonly startTime?: string | null | undefined;
        readonly endTime?: string | null | undefined;
        readonly misfire?: {
          readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
          readonly graceMs?: number | undefined;
        } | undefined;
        readonly dst?: {
          readonly gap?: "shift" | "skip" | undefined;
          readonly overlap?: "first" | "both" | undefined;
        } | undefined;
        readonly calendar?: {
          readonly key: string;
          readonly on?: "workday" | "offday" | {
            readonly nth: number;
            readonly of: "week" | "month" | "quarter";
          } | undefined;
          readonly otherwise?: "skip" | "next" | "previous" | undefined;
          readonly dayStartsAt?: string | undefined;
          readonly beyond?: "estimate" | "hold" | undefined;
        } | null | undefined;
        readonly disabled?: boolean | undefined;
        readonly args?: unknown | undefined;
      })[] | undefined;
      readonly args?: unknown | undefined;
      readonly argsSchema?: Readonly<Record<string, unknown>> | null | undefined;
      readonly work?: Readonly<Record<string, unknown>> | undefined;
      readonly comment?: string | null | undefined;
    };
    readonly answer: JobDetail };
  readonly deleteJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly pauseJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly until?: string | null | undefined;
      readonly note?: string | null | undefined;
      readonly waiting?: "hold" | "cancel" | undefined;
    };
    readonly answer: JobDetail };
  readonly resumeJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: JobDetail };
  readonly listUpcomingFires: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly count?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly fires: readonly (string)[];
      readonly schedules: readonly (string | null)[];
      readonly moved: readonly (string | null)[];
      readonly estimated: readonly (boolean)[];
      readonly clockChanges: readonly ({
        readonly at: string;
        readonly timeZone: string;
        readonly shiftMs: number;
        readonly text: string;
      })[];
    } };
  readonly copyJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly key: string;
    };
    readonly answer: JobDetail };
  readonly bulkJobs: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly action: "run" | "pause" | "resume";
      readonly keys: readonly (string)[];
      readonly until?: string | null | undefined;
      readonly note?: string | null | undefined;
      readonly waiting?: "hold" | "cancel" | undefined;
      readonly overwrite?: boolean | undefined;
      readonly operation?: string | undefined;
    };
    readonly answer: {
      readonly operation: string;
      readonly done: number;
      readonly results: readonly ({
        readonly key: string;
        readonly instanceId: string | null;
        readonly problem: Problem | null;
      })[];
    } };
  readonly previewImport: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly source: "xxl" | "crontab" | "systemCrontab" | "agenda" | "bullmq" | "dolphinScheduler" | "airflow" | "powerJob";
      readonly text: string;
      readonly timeZone: string;
      readonly app?: string | undefined;
      readonly anyExitCode?: boolean | undefined;
      readonly locale?: "en" | "zh" | undefined;
    };
    readonly answer: {
      readonly jobs: readonly ({
        readonly id: string;
        readonly line: number | null;
        readonly name: string;
        readonly key: string;
        readonly app: string | null;
        readonly kind: "recurring" | "triggered";
        readonly wasOn: boolean;
        readonly importable: boolean;
        readonly cron: string | null;
        readonly everyMs: number | null;
        readonly everyFrom: "start" | "end" | null;
        readonly timeZone: string | null;
        readonly clash: "none" | "same" | "changed" | "taken";
        readonly standingKey: string | null;
        readonly findings: readonly ({
          readonly code: string;
          readonly level: "info" | "warning" | "error";
          readonly field: string | null;
          readonly message: string;
        })[];
        readonly proof: {
          readonly from: string;
          readonly to: string;
          readonly oldCount: number;
          readonly newCount: number;
          readonly differing: number;
          readonly differences: readonly ({
            readonly at: string;
            readonly only: "old" | "new";
          })[];
          readonly comparedUntil: string;
          readonly oracle: string | null;
        } | null;
      })[];
      readonly mistakes: readonly ({
        readonly line: number | null;
        readonly message: string;
      })[];
    } };
  readonly applyImport: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly source: "xxl" | "crontab" | "systemCrontab" | "agenda" | "bullmq" | "dolphinScheduler" | "airflow" | "powerJob";
      readonly text: string;
      readonly timeZone: string;
      readonly app?: string | undefined;
      readonly anyExitCode?: boolean | undefined;
      readonly locale?: "en" | "zh" | undefined;
      readonly choices?: readonly ({
        readonly id: string;
        readonly onClash?: "skip" | "replace" | "rename" | undefined;
      })[] | undefined;
    };
    readonly answer: {
      readonly results: readonly ({
        readonly id: string;
        readonly key: string;
        readonly outcome: "created" | "replaced" | "unchanged" | "skipped" | "failed";
        readonly message: string | null;
      })[];
    } };
  readonly triggerJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly args?: unknown | undefined;
      readonly delayMs?: number | undefined;
      readonly runAt?: string | undefined;
      readonly manual?: boolean | undefined;
      readonly priority?: number | undefined;
      readonly traceparent?: string | undefined;
      readonly startedBy?: string | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly listJobInstances: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly search?: string | undefined;
      readonly id?: string | undefined;
      readonly error?: string | undefined;
      readonly args?: Readonly<Record<string, string>> | undefined;
      readonly worker?: string | undefined;
      readonly reason?: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | undefined;
      readonly shards?: boolean | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (InstanceSummary)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly tryWork: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly app: string;
      readonly jobKey?: string | undefined;
      readonly work: Readonly<Record<string, unknown>>;
      readonly args?: unknown | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly triggerJobMany: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly items: readonly ({
        readonly args?: unknown | undefined;
        readonly delayMs?: number | undefined;
        readonly runAt?: string | undefined;
        readonly manual?: boolean | undefined;
        readonly priority?: number | undefined;
        readonly traceparent?: string | undefined;
        readonly startedBy?: string | undefined;
        readonly idempotencyKey?: string | undefined;
      })[];
    };
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
      } | {
        readonly problem: Problem;
      })[];
    } };
  readonly previewCron: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly cron?: string | undefined;
      readonly everyMs?: number | undefined;
      readonly everyFrom?: "start" | "end" | undefined;
      readonly jitterMs?: number | undefined;
      readonly cronDialect?: "standard" | "quartz" | undefined;
      readonly timeZone?: string | undefined;
      readonly dst?: {
        readonly gap?: "shift" | "skip" | undefined;
        readonly overlap?: "first" | "both" | undefined;
      } | undefined;
      readonly from?: string | undefined;
      readonly startTime?: string | undefined;
      readonly endTime?: string | undefined;
      readonly count?: number | undefined;
      readonly locale?: "en" | "zh_CN" | undefined;
      readonly jobKey?: string | undefined;
      readonly calendar?: unknown | null | undefined;
    };
    readonly answer: {
      readonly description: string | null;
      readonly fires: readonly (string)[];
      readonly clockChanges: readonly ({
        readonly at: string;
        readonly timeZone: string;
        readonly shiftMs: number;
        readonly text: string;
      })[];
      readonly calendar: {
        readonly fires: readonly ({
          readonly at: string;
          readonly nominal: string;
          readonly movedBy: {
            readonly day: string;
            readonly name: string | null;
          } | null;
          readonly isEstimated: boolean;
          readonly together: number;
        })[];
        readonly skipped: readonly ({
          readonly day: string;
          readonly name: string | null;
        })[];
      } | null;
      readonly timeZone: string;
    } };
  readonly listInstances: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey?: string | undefined;
      readonly app?: string | undefined;
      readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly search?: string | undefined;
      readonly id?: string | undefined;
      readonly error?: string | undefined;
      readonly args?: Readonly<Record<string, string>> | undefined;
      readonly worker?: string | undefined;
      readonly reason?: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | undefined;
      readonly shards?: boolean | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (InstanceSummary)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly countInstances: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey?: string | undefined;
      readonly app?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly shards?: boolean | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly Scheduled: number;
      readonly Enqueued: number;
      readonly Processing: number;
      readonly Failed: number;
      readonly Succeeded: number;
      readonly Terminated: number;
      readonly Cancelled: number;
      readonly Skipped: number;
    } };
  readonly getInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly waitMs?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: Instance };
  readonly prioritizeInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly priority: number;
    };
    readonly answer: {
      readonly instance: InstanceEvent;
    } };
  readonly cancelInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly reason?: string | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly releaseInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly rerunInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly args?: unknown | undefined;
      readonly version?: "newest" | number | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly listInstanceChildren: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (InstanceSummary)[];
    } };
  readonly getInstanceCarrier: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly carrier: {
        readonly id: string;
        readonly queue: string;
        readonly isOpen: boolean;
      } | null;
    } };
  readonly listInstanceLogs: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly after?: number | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly attempt: number;
        readonly level: "debug" | "info" | "warn" | "error";
        readonly message: string;
      })[];
    } };
  readonly listInstanceFiles: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly size: number;
        readonly sha256: string;
        readonly storedAt: string;
      })[];
    } };
  readonly downloadInstanceFile: {
    readonly path: {
      readonly id: string;
      readonly file: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly getInstanceFolder: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly name: string;
      readonly isTask: boolean;
      readonly files: readonly ({
        readonly path: string;
        readonly size: number | null;
        readonly preview: "text" | "json" | "table" | "image" | "pdf" | null;
      })[];
      readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
    } };
  readonly listInstanceFolderJobs: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly instanceId: string;
        readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
      })[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly downloadInstanceFolderFile: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly path: string;
    };
    readonly body: undefined;
    readonly answer: string };
  readonly previewInstanceFolderFile: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly path: string;
    };
    readonly body: undefined;
    readonly answer: string };
  readonly downloadInstanceFolder: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly bulkInstances: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly action: "cancel" | "rerun";
      readonly ids?: readonly (string)[] | undefined;
      readonly filter?: {
        readonly jobKey?: string | undefined;
        readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
        readonly app?: string | undefined;
        readonly from?: string | undefined;
        readonly to?: string | undefined;
        readonly search?: string | undefined;
        readonly id?: string | undefined;
        readonly error?: string | undefined;
        readonly args?: Readonly<Record<string, string>> | undefined;
        readonly worker?: string | undefined;
        readonly reason?: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | undefined;
        readonly shards?: boolean | undefined;
      } | undefined;
      readonly cause?: string | undefined;
      readonly dryRun?: boolean | undefined;
      readonly reason?: string | undefined;
      readonly unlessRerun?: boolean | undefined;
      readonly operation?: string | undefined;
    };
    readonly answer: {
      readonly operation: string | null;
      readonly parts: readonly ({
        readonly app: string;
        readonly jobKey: string;
        readonly count: number;
      })[];
      readonly rerunBefore: number;
      readonly matched: number;
      readonly done: number;
      readonly failed: readonly ({
        readonly id: string;
        readonly problem: Problem;
      })[];
    } };
  readonly listFailures: {
    readonly path: undefined;
    readonly query: {
      readonly from?: string | undefined;
      readonly app?: string | undefined;
      readonly search?: string | undefined;
      readonly orderBy?: "newest" | "count" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
        readonly cause: string | null;
        readonly error: string | null;
        readonly number: number | null;
        readonly count: number;
        readonly rerun: number;
        readonly firstAt: string;
        readonly lastAt: string;
        readonly spans: readonly (number)[];
        readonly newestId: string;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly jobName: string | null;
          readonly app: string;
          readonly count: number;
          readonly rerun: number;
          readonly lastAt: string;
          readonly newestId: string;
        })[];
        readonly jobCount: number;
        readonly args: readonly (string)[];
        readonly handled: {
          readonly mutedAt: string | null;
          readonly note: string;
          readonly by: string | null;
          readonly at: string;
        } | null;
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      })[];
      readonly numbers: readonly ({
        readonly number: number;
        readonly code: string;
        readonly count: number;
        readonly groups: number;
      })[];
      readonly groupCount: number;
      readonly runs: number;
      readonly grouped: number;
      readonly isComplete: boolean;
    } };
  readonly handleFailure: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly mutedAt?: string | null | undefined;
      readonly note?: string | undefined;
    };
    readonly answer: {
      readonly mutedAt: string | null;
      readonly note: string;
      readonly by: string | null;
      readonly at: string;
    } };
  readonly listWorkers: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Worker)[];
    } };
  readonly drainWorker: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: Worker };
  readonly undrainWorker: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: Worker };
  readonly getWorkerSamples: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly range?: "1h" | "6h" | "24h" | "7d" | "30d" | "90d" | "13mo" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly step?: "sample" | "5m" | "1h" | "1d" | undefined;
    };
    readonly body: undefined;
    readonly answer: SampleSeries };
  readonly listApps: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (App)[];
    } };
  readonly stopApp: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly note?: string | null | undefined;
      readonly waiting?: "hold" | "cancel" | undefined;
    };
    readonly answer: {
      readonly app: string;
    } };
  readonly startApp: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly app: string;
    } };
  readonly listExpectedExecutors: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly xxlApp: string | null;
        readonly at: string;
        readonly by: string | null;
        readonly worker: string | null;
      })[];
    } };
  readonly expectExecutor: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly xxlApp?: string | undefined;
    };
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly xxlApp: string | null;
        readonly at: string;
        readonly by: string | null;
        readonly worker: string | null;
      })[];
    } };
  readonly forgetExecutor: {
    readonly path: {
      readonly app: string;
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly xxlApp: string | null;
        readonly at: string;
        readonly by: string | null;
        readonly worker: string | null;
      })[];
    } };
  readonly listExecutorKeys: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
        readonly keyid: string;
        readonly executor: string | null;
        readonly publicKey: string;
        readonly at: string;
        readonly by: string | null;
        readonly usedAt: string | null;
      })[];
    } };
  readonly addExecutorKey: {
    readonly path: {
      readonly app: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly publicKey: string;
      readonly executor?: string | undefined;
    };
    readonly answer: {
      readonly id: string;
      readonly keyid: string;
      readonly executor: string | null;
      readonly publicKey: string;
      readonly at: string;
      readonly by: string | null;
    } };
  readonly removeExecutorKey: {
    readonly path: {
      readonly app: string;
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly explainInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly explanation: {
        readonly verdict: "on_time" | "late" | "waiting" | "running" | "skipped" | "failed" | "cancelled";
        readonly latenessMs: number;
        readonly phases: readonly ({
          readonly name: "delay" | "fire" | "queue" | "run" | "retry";
          readonly from: string;
          readonly to: string | null;
          readonly ms: number;
          readonly attempt: number;
        })[];
        readonly causes: readonly ({
          readonly code: "left_code" | "tenant_disabled" | "no_worker" | "script_changed" | "missed" | "app_stopped" | "recorded" | "closed" | "on_time" | "asked_for_later" | "fired_late" | "slots_taken" | "runs_before" | "workers_full" | "tenant_full" | "waited_for_worker" | "worker_silent" | "loop_blocked" | "begins_at" | "cancel_asked" | "node_waits" | "fails_in_a_row" | "never_succeeded" | "job_changed" | "args_changed" | "code_changed" | "worker_changed" | "nothing_changed" | "fired" | "not_recurring" | "unknown_then" | "not_scheduled" | "repeated_hour" | "moved_by_clocks" | "left_out_by_clocks" | "off_calendar" | "moved_by_calendar" | "moved_here" | "calendar_ended" | "calendar_missing" | "before_start" | "after_end" | "disabled" | "schedule_disabled" | "paused" | "window_open" | "scheduled_since" | "counts_from_ends" | "firing_late" | "no_longer_kept" | "to_come" | "no_fire_to_come" | "unexplained";
          readonly parameters: unknown;
          readonly text: string;
        })[];
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      };
    } };
  readonly explainJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly at?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly explanation: {
        readonly at: string | null;
        readonly run: string | null;
        readonly next: string | null;
        readonly causes: readonly ({
          readonly code: "left_code" | "tenant_disabled" | "no_worker" | "script_changed" | "missed" | "app_stopped" | "recorded" | "closed" | "on_time" | "asked_for_later" | "fired_late" | "slots_taken" | "runs_before" | "workers_full" | "tenant_full" | "waited_for_worker" | "worker_silent" | "loop_blocked" | "begins_at" | "cancel_asked" | "node_waits" | "fails_in_a_row" | "never_succeeded" | "job_changed" | "args_changed" | "code_changed" | "worker_changed" | "nothing_changed" | "fired" | "not_recurring" | "unknown_then" | "not_scheduled" | "repeated_hour" | "moved_by_clocks" | "left_out_by_clocks" | "off_calendar" | "moved_by_calendar" | "moved_here" | "calendar_ended" | "calendar_missing" | "before_start" | "after_end" | "disabled" | "schedule_disabled" | "paused" | "window_open" | "scheduled_since" | "counts_from_ends" | "firing_late" | "no_longer_kept" | "to_come" | "no_fire_to_come" | "unexplained";
          readonly parameters: unknown;
          readonly text: string;
        })[];
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      };
    } };
  readonly listHistory: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly instanceId?: string | undefined;
      readonly operation?: string | undefined;
      readonly from?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Act)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly listAudit: {
    readonly path: undefined;
    readonly query: {
      readonly actor?: string | undefined;
      readonly kind?: "create" | "copy" | "import" | "edit" | "delete" | "pause" | "resume" | "stop_app" | "start_app" | "try" | "run" | "cancel" | "rerun" | "release" | "prioritize" | "clear_queue" | "operate_task" | "handle_failure" | "register" | "edit_secret" | "edit_alarms" | "edit_view" | "apply_config" | "backfill" | "edit_window" | "act_on_fire" | "spread" | "edit_calendar" | "export" | "edit_archive" | "handle_incident" | "drain_worker" | "undrain_worker" | "edit_executors" | "sign_in" | "sign_out" | "sign_in_refused" | "refused" | "call" | "end_session" | "create_user" | "edit_user" | "delete_user" | "set_up" | "break_glass" | "give_role" | "take_role" | "create_token" | "rotate_token" | "revoke_token" | "token_reused" | "create_tenant" | "edit_tenant" | "remove_tenant" | "rebuild_reports" | "edit_summary" | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly subject?: "user" | "token" | "session" | "tenant" | "role" | "secret" | "executor_key" | "expected_executor" | "worker" | "alarm_rules" | "alarm_routes" | "heartbeats" | "silence" | "incident" | "view" | "summary" | "backfill" | "window" | "spread" | "calendar" | "export" | "archive" | "failure_group" | "operation" | undefined;
      readonly subjectId?: string | undefined;
      readonly outcome?: "done" | "refused" | "failed" | "unknown" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (AuditEntry)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly exportAudit: {
    readonly path: undefined;
    readonly query: {
      readonly actor?: string | undefined;
      readonly kind?: "create" | "copy" | "import" | "edit" | "delete" | "pause" | "resume" | "stop_app" | "start_app" | "try" | "run" | "cancel" | "rerun" | "release" | "prioritize" | "clear_queue" | "operate_task" | "handle_failure" | "register" | "edit_secret" | "edit_alarms" | "edit_view" | "apply_config" | "backfill" | "edit_window" | "act_on_fire" | "spread" | "edit_calendar" | "export" | "edit_archive" | "handle_incident" | "drain_worker" | "undrain_worker" | "edit_executors" | "sign_in" | "sign_out" | "sign_in_refused" | "refused" | "call" | "end_session" | "create_user" | "edit_user" | "delete_user" | "set_up" | "break_glass" | "give_role" | "take_role" | "create_token" | "rotate_token" | "revoke_token" | "token_reused" | "create_tenant" | "edit_tenant" | "remove_tenant" | "rebuild_reports" | "edit_summary" | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly subject?: "user" | "token" | "session" | "tenant" | "role" | "secret" | "executor_key" | "expected_executor" | "worker" | "alarm_rules" | "alarm_routes" | "heartbeats" | "silence" | "incident" | "view" | "summary" | "backfill" | "window" | "spread" | "calendar" | "export" | "archive" | "failure_group" | "operation" | undefined;
      readonly subjectId?: string | undefined;
      readonly outcome?: "done" | "refused" | "failed" | "unknown" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: string };
  readonly verifyAudit: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly ok: boolean;
      readonly entries: number;
      readonly unchained: number;
      readonly writers: number;
      readonly firstBreak: {
        readonly writer: string | null;
        readonly n: number | null;
        readonly actId: string | null;
        readonly reason: "changed" | "missing" | "order" | "unlinked" | "put_back";
      } | null;
      readonly isSealed: boolean;
      readonly unknownOutcomes: number;
    } };
  readonly verifyAuditByHeads: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly kept: readonly ({
        readonly auditHeads: {
          readonly tenant: string;
          readonly at: string;
          readonly heads: readonly ({
            readonly writer: string;
            readonly n: number;
            readonly hash: string;
            readonly at: string;
          })[];
          readonly seal?: {
            readonly key: string;
            readonly iv: string;
            readonly data: string;
          } | undefined;
        };
      })[];
    };
    readonly answer: {
      readonly ok: boolean;
      readonly entries: number;
      readonly unchained: number;
      readonly writers: number;
      readonly firstBreak: {
        readonly writer: string | null;
        readonly n: number | null;
        readonly actId: string | null;
        readonly reason: "changed" | "missing" | "order" | "unlinked" | "put_back";
      } | null;
      readonly isSealed: boolean;
      readonly unknownOutcomes: number;
    } };
  readonly listIncidents: {
    readonly path: undefined;
    readonly query: {
      readonly state?: readonly ("open" | "acknowledged" | "resolved")[] | undefined;
      readonly condition?: readonly ("run_failed" | "failures_in_row" | "no_success" | "missed" | "late" | "waiting" | "slow" | "no_worker" | "backlog" | "firing_stopped" | "control_plane_down" | "store_unavailable" | "no_heartbeat" | "clock_off" | "token_expiring" | "task_held" | "approval_pending" | "task_waiting" | "code_goes_on" | "fires_skipped")[] | undefined;
      readonly severity?: "critical" | "warning" | "info" | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly search?: string | undefined;
      readonly mine?: boolean | undefined;
      readonly from?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Incident)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly countIncidents: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly counts: {
        readonly open: number;
        readonly acknowledged: number;
        readonly critical: number;
        readonly mine: number;
        readonly conditions: Readonly<Record<string, number>>;
      };
    } };
  readonly listAttention: {
    readonly path: undefined;
    readonly query: {
      readonly withoutIncidents?: boolean | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Attention)[];
    } };
  readonly getIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly acknowledgeIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly unacknowledgeIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly assignIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly to: string | null;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly snoozeIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly until: string | null;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly noteOnIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly note: string;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly resolveIncident: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly incident: Incident;
    } };
  readonly listAlarmRules: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly rules: readonly (AlarmRule)[];
      readonly builtIn: readonly (AlarmRule)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly replaceAlarmRules: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly rules: readonly (unknown)[];
      readonly revision: number;
    };
    readonly answer: {
      readonly rules: readonly (AlarmRule)[];
      readonly builtIn: readonly (AlarmRule)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly previewAlarmRules: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly rules: readonly (unknown)[];
    };
    readonly answer: {
      readonly items: readonly ({
        readonly rule: string;
        readonly incidents: number | null;
        readonly examples: readonly ({
          readonly jobKey: string;
          readonly at: string;
          readonly runs: number;
        })[];
        readonly from: string;
      })[];
    } };
  readonly listAlarmRoutes: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly routes: readonly (AlarmRoute)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly replaceAlarmRoutes: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly routes: readonly (unknown)[];
      readonly revision: number;
    };
    readonly answer: {
      readonly routes: readonly (AlarmRoute)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly previewAlarmRoutes: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly routes: readonly (unknown)[];
    };
    readonly answer: {
      readonly items: readonly ({
        readonly route: string;
        readonly incidents: number;
        readonly examples: readonly ({
          readonly id: string;
          readonly openedAt: string;
        })[];
      })[];
    } };
  readonly listSilences: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Silence)[];
    } };
  readonly createSilence: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly reason: string;
      readonly from?: string | null | undefined;
      readonly until?: string | null | undefined;
      readonly window?: unknown | null | undefined;
      readonly severities?: readonly (unknown)[] | null | undefined;
      readonly conditions?: readonly (unknown)[] | null | undefined;
      readonly apps?: readonly (unknown)[] | null | undefined;
      readonly jobs?: readonly (unknown)[] | null | undefined;
      readonly tags?: readonly (unknown)[] | null | undefined;
    };
    readonly answer: {
      readonly silence: Silence;
    } };
  readonly endSilence: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly silence: Silence;
    } };
  readonly listHeartbeats: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly heartbeats: readonly (Heartbeat)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly replaceHeartbeats: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly heartbeats: readonly (unknown)[];
      readonly revision: number;
    };
    readonly answer: {
      readonly heartbeats: readonly (Heartbeat)[];
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
    } };
  readonly ping: {
    readonly path: {
      readonly token: string;
    };
    readonly query: {
      readonly state?: "start" | "success" | "failure" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly state: "start" | "success" | "failure";
    } };
  readonly listOperations: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Operation)[];
    } };
  readonly getOperation: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly operation: Operation;
      readonly items: readonly ({
        readonly id: string;
        readonly app: string;
        readonly jobKey: string;
        readonly madeId: string | null;
        readonly pausedAt: string | null;
        readonly problem: {
          readonly code: string;
          readonly message: string;
        } | null;
      })[];
      readonly names: Readonly<Record<string, string>>;
    } };
  readonly undoOperation: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly operation: Operation;
    } };
  readonly getConfig: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: string };
  readonly applyConfig: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly prune?: boolean | undefined;
      readonly digest: string;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly applied: readonly ({
        readonly section: string;
        readonly id: string;
        readonly action: "create" | "change" | "remove";
        readonly fields: readonly ({
          readonly pointer: string;
          readonly before?: unknown | undefined;
          readonly after?: unknown | undefined;
        })[];
      })[];
    } };
  readonly diffConfig: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly prune?: boolean | undefined;
    };
    readonly answer: {
      readonly changes: readonly ({
        readonly section: string;
        readonly id: string;
        readonly action: "create" | "change" | "remove";
        readonly fields: readonly ({
          readonly pointer: string;
          readonly before?: unknown | undefined;
          readonly after?: unknown | undefined;
        })[];
      })[];
      readonly digest: string;
    } };
  readonly listBackfills: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly state?: readonly ("running" | "paused" | "cancelled" | "completed")[] | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Backfill)[];
    } };
  readonly createBackfill: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly jobKey?: string | undefined;
      readonly app?: string | undefined;
      readonly from: string;
      readonly to: string;
      readonly only?: "missing" | "failed" | "all" | undefined;
      readonly order?: "oldest" | "newest" | undefined;
      readonly atOnce?: number | undefined;
      readonly perMinute?: number | null | undefined;
      readonly priority?: number | undefined;
      readonly args?: unknown | undefined;
      readonly beyondKept?: boolean | undefined;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly backfill: Backfill;
    } };
  readonly previewBackfill: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly jobKey?: string | undefined;
      readonly app?: string | undefined;
      readonly from: string;
      readonly to: string;
      readonly only?: "missing" | "failed" | "all" | undefined;
      readonly order?: "oldest" | "newest" | undefined;
      readonly atOnce?: number | undefined;
      readonly perMinute?: number | null | undefined;
      readonly priority?: number | undefined;
      readonly args?: unknown | undefined;
      readonly beyondKept?: boolean | undefined;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly planned: number;
      readonly present: number;
      readonly unknown: number;
      readonly toCreate: number;
      readonly days: readonly ({
        readonly day: string;
        readonly from: string;
        readonly to: string;
        readonly planned: number;
        readonly succeeded: number;
        readonly failed: number;
        readonly cancelled: number;
        readonly skipped: number;
        readonly open: number;
        readonly missing: number;
      })[];
      readonly first: readonly ({
        readonly at: string;
        readonly jobKey: string;
        readonly schedule: string | null;
      })[];
    } };
  readonly getBackfill: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly backfill: Backfill;
    } };
  readonly changeBackfill: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly state?: "running" | "paused" | "cancelled" | undefined;
      readonly atOnce?: number | undefined;
      readonly perMinute?: number | null | undefined;
      readonly cancelRuns?: boolean | undefined;
    };
    readonly answer: {
      readonly backfill: Backfill;
    } };
  readonly listWindows: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
      readonly after?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Window)[];
    } };
  readonly createWindow: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly apps?: readonly (unknown)[] | null | undefined;
      readonly jobs?: readonly (unknown)[] | null | undefined;
      readonly tags?: readonly (unknown)[] | null | undefined;
      readonly from?: string | null | undefined;
      readonly until?: string | null | undefined;
      readonly repeats?: unknown | null | undefined;
      readonly holds?: "fires" | "runs" | undefined;
      readonly fires?: "skip" | "fireOnce" | undefined;
      readonly silences?: boolean | undefined;
      readonly reason: string;
    };
    readonly answer: {
      readonly window: Window;
    } };
  readonly previewWindow: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly apps?: readonly (unknown)[] | null | undefined;
      readonly jobs?: readonly (unknown)[] | null | undefined;
      readonly tags?: readonly (unknown)[] | null | undefined;
      readonly from?: string | null | undefined;
      readonly until?: string | null | undefined;
      readonly repeats?: unknown | null | undefined;
      readonly holds?: "fires" | "runs" | undefined;
      readonly fires?: "skip" | "fireOnce" | undefined;
      readonly silences?: boolean | undefined;
      readonly reason: string;
    };
    readonly answer: {
      readonly jobs: number;
      readonly countedTo: string;
      readonly leftOut: number;
      readonly mostHit: readonly ({
        readonly jobKey: string;
        readonly leftOut: number;
        readonly next: string | null;
      })[];
    } };
  readonly getWindow: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly window: Window;
    } };
  readonly changeWindow: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name?: string | undefined;
      readonly until?: string | null | undefined;
      readonly silences?: boolean | undefined;
      readonly reason?: string | undefined;
    };
    readonly answer: {
      readonly window: Window;
    } };
  readonly endWindow: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly window: Window;
    } };
  readonly getForecast: {
    readonly path: undefined;
    readonly query: {
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly bucketMs?: number | undefined;
      readonly app?: string | undefined;
      readonly tag?: string | undefined;
      readonly jobKey?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly bucketMs: number;
      readonly at: string;
      readonly isWhole: boolean;
      readonly jobs: number;
      readonly fires: number;
      readonly buckets: readonly ({
        readonly at: string;
        readonly fires: number;
        readonly expectedRunning: number;
        readonly guessedTriggers: number | null;
      })[];
      readonly storms: readonly ({
        readonly at: string;
        readonly fires: number;
        readonly withinMs: number;
        readonly factor: number;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly app: string;
          readonly fires: number;
          readonly usualMs: number | null;
        })[];
        readonly jobsTotal: number;
        readonly expectedWaitMs: number | null;
        readonly drainedAt: string | null;
      })[];
      readonly overloads: readonly ({
        readonly app: string;
        readonly from: string;
        readonly to: string;
        readonly expectedRunning: number;
        readonly places: number;
      })[];
      readonly places: readonly ({
        readonly app: string;
        readonly places: number | null;
      })[];
      readonly knowsDurations: boolean;
      readonly unknown: {
        readonly keys: readonly (string)[];
        readonly total: number;
      };
      readonly fromEnds: {
        readonly keys: readonly (string)[];
        readonly total: number;
      };
      readonly dense: {
        readonly keys: readonly (string)[];
        readonly total: number;
      };
    } };
  readonly getTimeline: {
    readonly path: undefined;
    readonly query: {
      readonly from: string;
      readonly to: string;
      readonly app?: string | undefined;
      readonly tag?: string | undefined;
      readonly jobKey?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly at: string;
      readonly bucketMs: number;
      readonly buckets: readonly ({
        readonly at: string;
        readonly succeeded: number;
        readonly failed: number;
        readonly skipped: number;
        readonly cancelled: number;
        readonly fires: number;
      })[];
      readonly runs: readonly ({
        readonly id: string;
        readonly jobKey: string;
        readonly app: string;
        readonly state: string;
        readonly at: string;
        readonly endedAt: string | null;
      })[] | null;
      readonly fires: readonly ({
        readonly jobKey: string;
        readonly app: string;
        readonly schedule: string | null;
        readonly nominalTime: string;
        readonly at: string;
        readonly usualMs: number | null;
        readonly action: "skip" | "run" | "move" | null;
        readonly runId: string;
      })[] | null;
      readonly bands: readonly ({
        readonly kind: "pause" | "stop" | "window" | "clock_forward" | "clock_back";
        readonly from: string;
        readonly to: string | null;
        readonly app: string | null;
        readonly jobKey: string | null;
        readonly timeZone: string | null;
        readonly name: string | null;
        readonly note: string | null;
        readonly by: string | null;
      })[];
      readonly fromEnds: {
        readonly keys: readonly (string)[];
        readonly total: number;
      };
    } };
  readonly suggestSpreads: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly at?: string | undefined;
      readonly app?: string | undefined;
      readonly tag?: string | undefined;
      readonly maxSpreadMs?: number | undefined;
    };
    readonly answer: {
      readonly items: readonly ({
        readonly at: string;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly app: string;
          readonly revision: number;
          readonly jitterMsBefore: number;
          readonly jitterMs: number;
        })[];
        readonly peakBefore: number;
        readonly peakAfter: number;
        readonly curveFrom: string;
        readonly curveMs: number;
        readonly before: readonly (number)[];
        readonly after: readonly (number)[];
      })[];
    } };
  readonly listSpreads: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly app: string;
          readonly revision: number;
          readonly jitterMsBefore: number;
          readonly jitterMs: number;
        })[];
        readonly by: string | null;
        readonly note: string | null;
        readonly at: string;
        readonly undoneAt: string | null;
      })[];
    } };
  readonly createSpread: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly jobs: readonly ({
        readonly jobKey: string;
        readonly jitterMs: number;
        readonly revision: number;
      })[];
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly spread: {
        readonly id: string;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly app: string;
          readonly revision: number;
          readonly jitterMsBefore: number;
          readonly jitterMs: number;
        })[];
        readonly by: string | null;
        readonly note: string | null;
        readonly at: string;
        readonly undoneAt: string | null;
      };
      readonly left: readonly ({
        readonly jobKey: string;
        readonly code: string;
      })[];
    } };
  readonly undoSpread: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly spread: {
        readonly id: string;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly app: string;
          readonly revision: number;
          readonly jitterMsBefore: number;
          readonly jitterMs: number;
        })[];
        readonly by: string | null;
        readonly note: string | null;
        readonly at: string;
        readonly undoneAt: string | null;
      };
      readonly left: readonly ({
        readonly jobKey: string;
        readonly code: string;
      })[];
    } };
  readonly actOnFire: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly at: string;
      readonly schedule?: string | null | undefined;
      readonly action: "skip" | "run" | "move";
      readonly to?: string | undefined;
      readonly note?: string | null | undefined;
    };
    readonly answer: {
      readonly runId: string;
      readonly jobKey: string;
      readonly app: string;
      readonly schedule: string | null;
      readonly nominalTime: string;
      readonly action: "skip" | "run" | "move";
      readonly to: string | null;
      readonly note: string | null;
    } };
  readonly listCalendars: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly key: string;
        readonly revision: number;
        readonly name: string;
        readonly weekend: readonly (number)[];
        readonly extends: readonly (string)[];
        readonly coveredFrom: string | null;
        readonly coveredTo: string | null;
        readonly source: string | null;
        readonly createdAt: string;
        readonly changedAt: string;
        readonly changedBy: string | null;
        readonly dayCount: number;
      })[];
    } };
  readonly createCalendar: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Readonly<Record<string, unknown>>;
    readonly answer: {
      readonly calendar: Calendar;
    } };
  readonly importCalendar: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Readonly<Record<string, unknown>>;
    readonly answer: {
      readonly calendar: Calendar;
      readonly isNew: boolean;
      readonly ignored: number;
      readonly preview: {
        readonly moved: number;
        readonly removed: number;
        readonly added: number;
        readonly changed: number;
        readonly jobs: readonly ({
          readonly jobKey: string;
          readonly moved: number;
          readonly removed: number;
          readonly added: number;
          readonly first: readonly ({
            readonly from: string | null;
            readonly to: string | null;
          })[];
        })[];
      };
    } };
  readonly getCalendar: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly calendar: Calendar;
      readonly inherited: {
        readonly days: Readonly<Record<string, "work" | "off">>;
        readonly names: Readonly<Record<string, string>>;
      };
      readonly knownTo: string | null;
      readonly jobs: number;
    } };
  readonly updateCalendar: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: Readonly<Record<string, unknown>>;
    readonly answer: {
      readonly calendar: Calendar;
    } };
  readonly removeCalendar: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly calendar: Calendar;
    } };
  readonly previewCalendar: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: Readonly<Record<string, unknown>>;
    readonly answer: {
      readonly moved: number;
      readonly removed: number;
      readonly added: number;
      readonly changed: number;
      readonly jobs: readonly ({
        readonly jobKey: string;
        readonly moved: number;
        readonly removed: number;
        readonly added: number;
        readonly first: readonly ({
          readonly from: string | null;
          readonly to: string | null;
        })[];
      })[];
    } };
  readonly listViews: {
    readonly path: undefined;
    readonly query: {
      readonly page?: "runs" | "failures" | "jobs" | "reports" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (View)[];
    } };
  readonly createView: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly page: "runs" | "failures" | "jobs" | "reports";
      readonly filter: unknown;
      readonly isShared?: boolean | undefined;
    };
    readonly answer: {
      readonly view: View;
    } };
  readonly replaceView: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly page: "runs" | "failures" | "jobs" | "reports";
      readonly filter: unknown;
      readonly isShared?: boolean | undefined;
    };
    readonly answer: {
      readonly view: View;
    } };
  readonly removeView: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly view: View;
    } };
  readonly getReport: {
    readonly path: undefined;
    readonly query: {
      readonly range?: "1h" | "6h" | "24h" | "7d" | "30d" | "90d" | "13mo" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly executor?: string | undefined;
      readonly tag?: string | undefined;
      readonly by?: "tenant" | "app" | "job" | "node" | "executor" | "tag" | undefined;
    };
    readonly body: undefined;
    readonly answer: Report };
  readonly getWorst: {
    readonly path: undefined;
    readonly query: {
      readonly range?: "1h" | "6h" | "24h" | "7d" | "30d" | "90d" | "13mo" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly executor?: string | undefined;
      readonly tag?: string | undefined;
      readonly by?: "app" | "job" | "node" | "executor" | "tag" | undefined;
    };
    readonly body: undefined;
    readonly answer: WorstReport };
  readonly exportReport: {
    readonly path: undefined;
    readonly query: {
      readonly range?: "1h" | "6h" | "24h" | "7d" | "30d" | "90d" | "13mo" | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly executor?: string | undefined;
      readonly tag?: string | undefined;
      readonly by?: "tenant" | "app" | "job" | "node" | "executor" | "tag" | undefined;
    };
    readonly body: undefined;
    readonly answer: string };
  readonly getReportState: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly countedAt: string | null;
      readonly rebuild: {
        readonly since: string;
        readonly begunAt: string;
      } | null;
    } };
  readonly rebuildReports: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly since: string;
    };
    readonly answer: {
      readonly countedAt: string | null;
      readonly rebuild: {
        readonly since: string;
        readonly begunAt: string;
      } | null;
    } };
  readonly listReportSummaries: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (ReportSummary)[];
    } };
  readonly createReportSummary: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly job: string;
      readonly interval: "daily" | "weekly";
      readonly weekday?: number | null | undefined;
      readonly hour: number;
      readonly timeZone: string;
      readonly language?: "en" | "zh" | undefined;
      readonly apps?: readonly (string)[] | null | undefined;
      readonly tag?: string | null | undefined;
      readonly enabled?: boolean | undefined;
    };
    readonly answer: {
      readonly summary: ReportSummary;
    } };
  readonly replaceReportSummary: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly job: string;
      readonly interval: "daily" | "weekly";
      readonly weekday?: number | null | undefined;
      readonly hour: number;
      readonly timeZone: string;
      readonly language?: "en" | "zh" | undefined;
      readonly apps?: readonly (string)[] | null | undefined;
      readonly tag?: string | null | undefined;
      readonly enabled?: boolean | undefined;
    };
    readonly answer: {
      readonly summary: ReportSummary;
    } };
  readonly removeReportSummary: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly summary: ReportSummary;
    } };
  readonly sendReportSummary: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly run: string;
    } };
  readonly getStorage: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly runs: {
        readonly items: number;
        readonly bytes: number;
      };
      readonly logs: {
        readonly items: number;
        readonly bytes: number;
      };
      readonly files: {
        readonly items: number;
        readonly bytes: number;
      };
      readonly history: {
        readonly items: number;
        readonly bytes: number;
      } | null;
      readonly reports: {
        readonly items: number;
        readonly bytes: number;
      } | null;
      readonly retention: {
        readonly historyDays: number;
        readonly maxActs: number;
        readonly hourlyReportDays: number;
        readonly dailyReportDays: number;
      };
      readonly jobs: readonly ({
        readonly key: string;
        readonly app: string;
        readonly runs: {
          readonly items: number;
          readonly bytes: number;
        };
        readonly logs: {
          readonly items: number;
          readonly bytes: number;
        };
        readonly files: {
          readonly items: number;
          readonly bytes: number;
        };
        readonly isEstimate: boolean;
        readonly measuredAt: string;
      })[];
      readonly unmeasured: number;
      readonly measuredAt: string | null;
    } };
  readonly listExports: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Export)[];
    } };
  readonly createExport: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly from: string;
      readonly to: string;
      readonly apps?: readonly (string)[] | null | undefined;
      readonly jobs?: readonly (string)[] | null | undefined;
      readonly tags?: readonly (string)[] | null | undefined;
      readonly states?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | null | undefined;
      readonly include?: readonly ("definitions" | "logs" | "facts" | "files" | "history" | "workers" | "samples")[] | undefined;
    };
    readonly answer: {
      readonly export: Export;
    } };
  readonly getExport: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly export: Export;
    } };
  readonly removeExport: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly export: Export;
    } };
  readonly downloadExport: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly cancelExport: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly export: Export;
    } };
  readonly listArchives: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Archive)[];
    } };
  readonly importArchive: {
    readonly path: undefined;
    readonly query: {
      readonly name?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly archive: Archive;
    } };
  readonly getArchive: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly archive: Archive;
    } };
  readonly removeArchive: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly archive: Archive;
    } };
  readonly listArchivedRuns: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
      readonly partOf?: string | undefined;
      readonly runId?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (ArchivedRun)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly getArchivedRun: {
    readonly path: {
      readonly id: string;
      readonly run: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly instance: {
        readonly id: string;
        readonly tenant: string;
        readonly app: string;
        readonly jobKey: string;
        readonly kind: "recurring" | "triggered";
        readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
        readonly reason: string | null;
        readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
        readonly reasonNumber: number | null;
        readonly reasonParameters: unknown;
        readonly trigger: {
          readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun" | "parent" | "condition" | "alarm" | "broadcast" | "task" | "backfill";
          readonly nominalTime?: string | undefined;
          readonly schedule?: string | undefined;
          readonly by?: string | undefined;
          readonly of?: string | undefined;
          readonly traceparent?: string | undefined;
          readonly depth?: number | undefined;
          readonly version?: number | undefined;
        };
        readonly shard: number | null;
        readonly priority: number;
        readonly argsPreview: string | null;
        readonly scheduledFor: string | null;
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly enqueuedAt: string | null;
        readonly startedAt: string | null;
        readonly completedAt: string | null;
        readonly attempt: number;
        readonly retryCount: number;
        readonly retryAt: string | null;
        readonly worker: string | null;
        readonly abandoned: {
          readonly attempt: number;
          readonly worker: string;
          readonly at: string;
        } | null;
        readonly cancelRequestedAt: string | null;
        readonly cancelReason: string | null;
        readonly cancelledBy: string | null;
        readonly cancelNote: string | null;
        readonly progress: {
          readonly fraction: number;
          readonly message: string | null;
          readonly at: string;
        } | null;
        readonly usage: {
          readonly attempt: number;
          readonly cpuMs: number | null;
          readonly peakMemoryBytes: number | null;
        } | null;
        readonly errorSummary: string | null;
        readonly missed: {
          readonly count: number;
          readonly from: string;
          readonly to: string;
        } | null;
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
        readonly jobName: string | null;
        readonly workerName: string | null;
        readonly waitingFor: "worker" | "slot" | "held" | "approval" | "signal" | "paused" | "check" | "time" | "retry" | null;
        readonly args: unknown;
        readonly result: unknown;
        readonly error: {
          readonly code: string;
          readonly number: number | null;
          readonly message: string | null;
          readonly stack?: string | undefined;
          readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        } | null;
        readonly routing: {
          readonly strategy: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast";
          readonly executor: {
            readonly id: string;
            readonly name: string;
            readonly address?: string | undefined;
          } | null;
          readonly refused: readonly ({
            readonly id: string;
            readonly name: string;
            readonly address?: string | undefined;
            readonly why: "busy" | "silent" | "gone" | "rule" | "unreachable";
          })[];
          readonly shard?: {
            readonly index: number;
            readonly total: number;
          } | undefined;
          readonly shards?: readonly ({
            readonly id: string;
            readonly name: string;
            readonly address?: string | undefined;
            readonly ended?: "Succeeded" | "Terminated" | "Cancelled" | "Skipped" | undefined;
          })[] | undefined;
        } | null;
        readonly usageSeries: {
          readonly everyMs: number;
          readonly cpu: readonly (number)[];
          readonly memoryBytes: readonly (number)[];
        } | null;
        readonly script: {
          readonly version: number;
          readonly hash: string;
        } | null;
        readonly history: readonly ({
          readonly at: string;
          readonly from: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped" | null;
          readonly to: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
          readonly attempt: number;
          readonly worker: string | null;
          readonly reason: string | null;
          readonly reasonCode: "job_disabled" | "job_deleted" | "left_code" | "tenant_disabled" | "child_args_refused" | "child_condition_refused" | "child_cycle" | "chain_too_long" | "due" | "started" | "script_started" | "retry" | "snoozed" | "taken_over" | "broadcast" | "task" | "note" | "cancelled" | "result_truncated" | "result_dropped" | "no_runner" | "executor_rule" | "draining" | "not_begun" | "executor_gone" | "shards_failed" | "shards_skipped" | "retry_cancelled" | "not_retryable" | "not_retried_on" | "no_retries" | "retries_used_up" | "attempt_failed" | "task_failed" | "queue_cleared" | "execution_cleared" | "waiting_limit" | "quota_used_up" | "job_full" | "begun_too_late" | "not_unique" | "debounced" | "replaced" | "missed" | "fire_skipped" | "debug_mode" | "job_paused" | "app_stopped" | "waits_for_slot" | "waits_for_code" | "waits_for_run" | "slot_given_back" | "held" | "prioritized" | null;
          readonly reasonNumber: number | null;
          readonly reasonParameters: unknown;
        })[];
      };
      readonly lines: number;
      readonly facts: number;
      readonly files: readonly ({
        readonly name: string;
        readonly size: number;
        readonly sha256: string;
        readonly storedAt: string;
      })[];
    } };
  readonly listArchivedLogs: {
    readonly path: {
      readonly id: string;
      readonly run: string;
    };
    readonly query: {
      readonly after?: number | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly attempt: number;
        readonly level: "debug" | "info" | "warn" | "error";
        readonly message: string;
      })[];
    } };
  readonly listArchivedFacts: {
    readonly path: {
      readonly id: string;
      readonly run: string;
    };
    readonly query: {
      readonly after?: number | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (unknown)[];
    } };
  readonly downloadArchivedFile: {
    readonly path: {
      readonly id: string;
      readonly run: string;
      readonly file: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly listArchivedRecords: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly section: "definitions" | "history" | "workers" | "samples";
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (unknown)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly listQueue: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly run: InstanceEvent;
        readonly waitsFor: "slot" | "worker" | "resume";
      })[];
      readonly total: number;
      readonly isComplete: boolean;
    } };
  readonly clearQueue: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly app?: string | undefined;
      readonly jobKey?: string | undefined;
      readonly olderThanMs?: number | undefined;
      readonly runningLongerThanMs?: number | undefined;
      readonly all?: boolean | undefined;
      readonly dryRun?: boolean | undefined;
    };
    readonly answer: {
      readonly matched: number;
      readonly done: number;
    } };
  readonly runInstanceNext: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly instance: InstanceEvent;
    } };
  readonly getTaskAt: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly at: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly task: {
        readonly instanceId: string;
        readonly jobKey: string;
        readonly version: number;
        readonly rev: number;
        readonly phase: "new" | "running" | "paused" | "held" | "ending" | "ended";
        readonly body: Readonly<Record<string, unknown>>;
        readonly nodes: readonly ({
          readonly id: string;
          readonly type: "job" | "condition" | "wait" | "approval" | "task" | "group";
          readonly title: string | null;
          readonly sort: number;
          readonly status: "Ready" | "Running" | "Waiting" | "Succeeded" | "Failed" | "Cancelled" | "Skipped" | "Blocked" | null;
          readonly visit: string;
          readonly runId: string | null;
          readonly started: string | null;
          readonly code: string | null;
          readonly number: number | null;
          readonly branches: readonly (string)[];
          readonly items: {
            readonly count: number;
            readonly ok: number;
            readonly bad: number;
            readonly open: number;
          } | null;
          readonly dueAt: string | null;
          readonly waitsFor: readonly (string)[];
          readonly isTakenOver: boolean;
        })[];
        readonly vars: Readonly<Record<string, unknown>>;
        readonly edits: readonly (Readonly<Record<string, unknown>>)[];
        readonly signals: readonly (string)[];
        readonly holdUntil: string | null;
        readonly end: {
          readonly state: string;
          readonly code: string | null;
          readonly number: number | null;
        } | null;
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      };
      readonly seq: number;
      readonly at: string | null;
      readonly lastSeq: number;
    } };
  readonly editTaskValue: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly path: readonly (string)[];
      readonly value: unknown;
      readonly reason: string;
      readonly dryRun?: boolean | undefined;
    };
    readonly answer: {
      readonly revision: number;
      readonly value: unknown;
      readonly useCount: number;
      readonly uses: readonly ({
        readonly node: string | null;
        readonly visit: string;
        readonly runId: string | null;
        readonly as: string;
        readonly name: string | null;
        readonly value?: unknown | undefined;
      })[];
    } };
  readonly findTaskNodes: {
    readonly path: undefined;
    readonly query: {
      readonly search: string;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly jobKey: string;
        readonly jobName: string;
        readonly app: string;
        readonly node: string;
        readonly title: string | null;
        readonly type: "job" | "condition" | "wait" | "approval" | "task" | "group";
      })[];
    } };
  readonly readInbox: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly kind: "approval" | "held";
        readonly runId: string;
        readonly jobKey: string;
        readonly app: string;
        readonly argsPreview: string | null;
        readonly askedBy: string | null;
        readonly startedAt: string;
        readonly since: string;
        readonly until: string | null;
        readonly node: string | null;
        readonly title: string | null;
        readonly failed: readonly ({
          readonly node: string;
          readonly title: string | null;
          readonly code: string | null;
          readonly cause: string | null;
        })[];
        readonly approval: {
          readonly users: readonly (string)[];
          readonly roles: readonly (string)[];
          readonly quorum: number;
          readonly notTheStarter: boolean;
          readonly given: readonly (string)[];
          readonly onTimeout: string;
          readonly form: Readonly<Record<string, unknown>> | null;
        } | null;
        readonly mayDecide: boolean;
      })[];
    } };
  readonly countInbox: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly count: number;
    } };
  readonly getTaskHistory: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly nodes: readonly (string)[];
      readonly runs: readonly ({
        readonly id: string;
        readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
        readonly createdAt: string;
        readonly startedAt: string | null;
        readonly completedAt: string | null;
        readonly version: number;
        readonly states: readonly ("Ready" | "Running" | "Waiting" | "Succeeded" | "Failed" | "Cancelled" | "Skipped" | "Blocked" | null)[];
        readonly ms: readonly (number | null)[];
      })[];
      readonly isComplete: boolean;
    } };
  readonly listTaskLines: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly node?: string | undefined;
      readonly after?: string | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly attempt: number;
        readonly level: "debug" | "info" | "warn" | "error";
        readonly message: string;
        readonly node: string;
        readonly run: string;
        readonly runId: string;
      })[];
      readonly next: string | null;
    } };
  readonly exportTask: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly simulateTask: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly body: unknown;
      readonly key?: string | undefined;
      readonly outcomes?: Readonly<Record<string, "Succeeded" | "Failed" | "Skipped" | {
        readonly branch: string | readonly (string)[];
      } | {
        readonly result: unknown;
      } | {
        readonly items?: number | undefined;
        readonly failed?: number | undefined;
      } | readonly ("Succeeded" | "Failed" | "Skipped" | {
        readonly branch: string | readonly (string)[];
      } | {
        readonly result: unknown;
      } | {
        readonly items?: number | undefined;
        readonly failed?: number | undefined;
      })[]>> | undefined;
      readonly args?: Readonly<Record<string, unknown>> | undefined;
    };
    readonly answer: {
      readonly state: "Succeeded" | "Failed" | null;
      readonly stop: "held" | "unknown_value" | "too_long" | null;
      readonly nodes: readonly ({
        readonly id: string;
        readonly state: "Ready" | "Running" | "Waiting" | "Succeeded" | "Failed" | "Cancelled" | "Skipped" | "Blocked" | null;
        readonly visits: number;
        readonly code: string | null;
        readonly branches: readonly (string)[];
        readonly reason: "skipped" | "blocked" | "ending" | "follows" | "unknown_value" | "undecided" | null;
        readonly after: readonly (string)[];
      })[];
      readonly order: readonly ({
        readonly id: string;
        readonly visit: string;
      })[];
    } };
  readonly evaluateTask: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly instanceId: string;
      readonly expressions: readonly ({
        readonly text: string;
        readonly node?: string | undefined;
        readonly item?: number | undefined;
        readonly visit?: string | undefined;
      })[];
    };
    readonly answer: {
      readonly values: readonly ({
        readonly value?: unknown | undefined;
        readonly issue?: {
          readonly code: "syntax" | "too_complex" | "undefined_reference" | "type_mismatch" | "needs_item" | "too_large" | "bad_regex" | "secret" | "unknown_node" | "unknown_item" | "unknown_visit";
          readonly at: number | null;
          readonly message: string;
        } | undefined;
      })[];
    } };
  readonly validateTask: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly body: unknown;
      readonly key?: string | undefined;
    };
    readonly answer: {
      readonly issues: readonly ({
        readonly pointer: string;
        readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly message: string;
      })[];
      readonly warnings: readonly ({
        readonly pointer: string;
        readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly message: string;
      })[];
      readonly openParams: readonly ({
        readonly node: string;
        readonly pointer: string;
        readonly name: string;
        readonly type: "text" | "number" | "boolean" | "file" | "document" | "json";
        readonly required: boolean;
        readonly value?: unknown | undefined;
        readonly as: string;
        readonly isNew: boolean;
      })[];
    } };
  readonly getTask: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly task: {
        readonly instanceId: string;
        readonly jobKey: string;
        readonly version: number;
        readonly rev: number;
        readonly phase: "new" | "running" | "paused" | "held" | "ending" | "ended";
        readonly body: Readonly<Record<string, unknown>>;
        readonly nodes: readonly ({
          readonly id: string;
          readonly type: "job" | "condition" | "wait" | "approval" | "task" | "group";
          readonly title: string | null;
          readonly sort: number;
          readonly status: "Ready" | "Running" | "Waiting" | "Succeeded" | "Failed" | "Cancelled" | "Skipped" | "Blocked" | null;
          readonly visit: string;
          readonly runId: string | null;
          readonly started: string | null;
          readonly code: string | null;
          readonly number: number | null;
          readonly branches: readonly (string)[];
          readonly items: {
            readonly count: number;
            readonly ok: number;
            readonly bad: number;
            readonly open: number;
          } | null;
          readonly dueAt: string | null;
          readonly waitsFor: readonly (string)[];
          readonly isTakenOver: boolean;
        })[];
        readonly vars: Readonly<Record<string, unknown>>;
        readonly edits: readonly (Readonly<Record<string, unknown>>)[];
        readonly signals: readonly (string)[];
        readonly holdUntil: string | null;
        readonly end: {
          readonly state: string;
          readonly code: string | null;
          readonly number: number | null;
        } | null;
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      };
    } };
  readonly listTaskFacts: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly after?: number | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Readonly<Record<string, unknown>>)[];
    } };
  readonly operateTask: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly type: "pause" | "resume" | "giveUp";
      readonly note?: string | undefined;
    } | {
      readonly type: "runNode" | "skipNode";
      readonly node: string;
      readonly note?: string | undefined;
    } | {
      readonly type: "retryNode";
      readonly node: string;
      readonly items?: readonly (number)[] | undefined;
      readonly note?: string | undefined;
    } | {
      readonly type: "markNode";
      readonly node: string;
      readonly result?: unknown | undefined;
      readonly branches?: readonly (string)[] | undefined;
      readonly note?: string | undefined;
    } | {
      readonly type: "edit";
      readonly path: readonly (string)[];
      readonly value: unknown;
      readonly reason: string;
    } | {
      readonly type: "migrate";
      readonly version: number;
      readonly note?: string | undefined;
    } | {
      readonly type: "signal";
      readonly signal: string;
      readonly note?: string | undefined;
    } | {
      readonly type: "approve";
      readonly node: string;
      readonly branch: "approved" | "refused";
      readonly form?: unknown | undefined;
      readonly note?: string | undefined;
    };
    readonly answer: {
      readonly task: {
        readonly instanceId: string;
        readonly jobKey: string;
        readonly version: number;
        readonly rev: number;
        readonly phase: "new" | "running" | "paused" | "held" | "ending" | "ended";
        readonly body: Readonly<Record<string, unknown>>;
        readonly nodes: readonly ({
          readonly id: string;
          readonly type: "job" | "condition" | "wait" | "approval" | "task" | "group";
          readonly title: string | null;
          readonly sort: number;
          readonly status: "Ready" | "Running" | "Waiting" | "Succeeded" | "Failed" | "Cancelled" | "Skipped" | "Blocked" | null;
          readonly visit: string;
          readonly runId: string | null;
          readonly started: string | null;
          readonly code: string | null;
          readonly number: number | null;
          readonly branches: readonly (string)[];
          readonly items: {
            readonly count: number;
            readonly ok: number;
            readonly bad: number;
            readonly open: number;
          } | null;
          readonly dueAt: string | null;
          readonly waitsFor: readonly (string)[];
          readonly isTakenOver: boolean;
        })[];
        readonly vars: Readonly<Record<string, unknown>>;
        readonly edits: readonly (Readonly<Record<string, unknown>>)[];
        readonly signals: readonly (string)[];
        readonly holdUntil: string | null;
        readonly end: {
          readonly state: string;
          readonly code: string | null;
          readonly number: number | null;
        } | null;
        readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      };
    } };
  readonly rerunTask: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly mode: "whole" | "from" | "smart";
      readonly nodes?: readonly (string)[] | undefined;
      readonly items?: Readonly<Record<string, readonly (number)[]>> | undefined;
      readonly dryRun?: boolean | undefined;
      readonly version?: "newest" | number | undefined;
      readonly args?: unknown | undefined;
    };
    readonly answer: {
      readonly nodes: readonly ({
        readonly node: string;
        readonly reason: string | null;
        readonly after?: string | undefined;
        readonly keptItems?: number | undefined;
        readonly isInner?: boolean | undefined;
      })[];
    } | {
      readonly instance: Instance;
    } };
  readonly listSecrets: {
    readonly path: undefined;
    readonly query: {
      readonly app?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly app: string;
        readonly name: string;
        readonly version: number;
        readonly key: string;
        readonly canOpen: boolean;
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly updatedAt: string;
        readonly updatedBy: string | null;
        readonly usedBy: readonly (string)[];
      })[];
    } };
  readonly createSecret: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly app: string;
      readonly name: string;
      readonly value: string;
    };
    readonly answer: {
      readonly app: string;
      readonly name: string;
      readonly version: number;
      readonly key: string;
      readonly canOpen: boolean;
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly updatedAt: string;
      readonly updatedBy: string | null;
      readonly usedBy: readonly (string)[];
    } };
  readonly replaceSecret: {
    readonly path: {
      readonly app: string;
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly value: string;
    };
    readonly answer: {
      readonly app: string;
      readonly name: string;
      readonly version: number;
      readonly key: string;
      readonly canOpen: boolean;
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly updatedAt: string;
      readonly updatedBy: string | null;
      readonly usedBy: readonly (string)[];
    } };
  readonly deleteSecret: {
    readonly path: {
      readonly app: string;
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly app: string;
      readonly name: string;
    } };
  readonly resealSecrets: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly resealed: number;
    } };
  readonly reportCallback: {
    readonly path: {
      readonly id: string;
      readonly token: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly state: "running" | "succeeded" | "failed";
      readonly progress?: number | undefined;
      readonly message?: string | undefined;
      readonly result?: unknown | undefined;
      readonly error?: string | undefined;
    };
    readonly answer: {
      readonly state: "running" | "succeeded" | "failed";
    } };
  readonly listScriptVersions: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly version: number;
        readonly hash: string;
        readonly at: string;
        readonly by: string | null;
        readonly comment: string | null;
        readonly restored: number | null;
        readonly copied: {
          readonly jobKey: string;
          readonly version: number;
        } | null;
        readonly draft: boolean;
        readonly language: string;
        readonly bytes: number;
      })[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly saveScript: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly source: string;
      readonly language?: string | undefined;
      readonly expectedVersion: number;
      readonly comment?: string | null | undefined;
    };
    readonly answer: {
      readonly version: number;
      readonly hash: string;
      readonly at: string;
      readonly by: string | null;
      readonly comment: string | null;
      readonly restored: number | null;
      readonly copied: {
        readonly jobKey: string;
        readonly version: number;
      } | null;
      readonly draft: boolean;
      readonly language: string;
      readonly bytes: number;
      readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      readonly source: string | null;
      readonly warnings?: readonly ({
        readonly pointer: string;
        readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly message: string;
      })[] | undefined;
    } };
  readonly getScriptVersion: {
    readonly path: {
      readonly key: string;
      readonly version: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly version: number;
      readonly hash: string;
      readonly at: string;
      readonly by: string | null;
      readonly comment: string | null;
      readonly restored: number | null;
      readonly copied: {
        readonly jobKey: string;
        readonly version: number;
      } | null;
      readonly draft: boolean;
      readonly language: string;
      readonly bytes: number;
      readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      readonly source: string | null;
    } };
  readonly diffScriptVersions: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly from: number;
      readonly to: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: {
        readonly version: number;
        readonly hash: string;
        readonly at: string;
        readonly by: string | null;
        readonly comment: string | null;
        readonly restored: number | null;
        readonly copied: {
          readonly jobKey: string;
          readonly version: number;
        } | null;
        readonly draft: boolean;
        readonly language: string;
        readonly bytes: number;
      };
      readonly to: {
        readonly version: number;
        readonly hash: string;
        readonly at: string;
        readonly by: string | null;
        readonly comment: string | null;
        readonly restored: number | null;
        readonly copied: {
          readonly jobKey: string;
          readonly version: number;
        } | null;
        readonly draft: boolean;
        readonly language: string;
        readonly bytes: number;
      };
      readonly hunks: readonly ({
        readonly fromLine: number;
        readonly toLine: number;
        readonly lines: readonly ({
          readonly kind: "same" | "removed" | "added";
          readonly text: string;
        })[];
      })[];
    } };
  readonly saveScriptDraft: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly source: string;
      readonly language?: string | undefined;
      readonly comment?: string | null | undefined;
    };
    readonly answer: {
      readonly version: number;
      readonly hash: string;
      readonly at: string;
      readonly by: string | null;
      readonly comment: string | null;
      readonly restored: number | null;
      readonly copied: {
        readonly jobKey: string;
        readonly version: number;
      } | null;
      readonly draft: boolean;
      readonly language: string;
      readonly bytes: number;
      readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      readonly source: string | null;
      readonly issues: readonly ({
        readonly pointer: string;
        readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly message: string;
      })[];
    } };
  readonly releaseScriptVersion: {
    readonly path: {
      readonly key: string;
      readonly version: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly expectedVersion: number;
      readonly comment?: string | null | undefined;
    };
    readonly answer: {
      readonly version: number;
      readonly hash: string;
      readonly at: string;
      readonly by: string | null;
      readonly comment: string | null;
      readonly restored: number | null;
      readonly copied: {
        readonly jobKey: string;
        readonly version: number;
      } | null;
      readonly draft: boolean;
      readonly language: string;
      readonly bytes: number;
      readonly hidden?: readonly ("args" | "result" | "error" | "log" | "files" | "work" | "values" | "changes")[] | undefined;
      readonly source: string | null;
      readonly warnings?: readonly ({
        readonly pointer: string;
        readonly code: "required" | "unknown_name" | "yaml_unreadable" | "yaml_not_read" | "yaml_one_document" | "yaml_name" | "yaml_brackets" | "not_changed_later" | "declared_by_code" | "not_permitted" | "feature_not_there" | "hidden_job" | "backfills_full" | "too_many_fires" | "in_the_future" | "windows_full" | "window_too_long" | "exports_full" | "export_of_nothing" | "not_file_name" | "archives_full" | "archives_too_large" | "summaries_full" | "summary_owner" | "opens_incidents" | "views_full" | "report_time" | "forecast_time" | "forecast_buckets" | "forecast_jobs" | "no_such_fire" | "fire_after_end" | "acted_fires_full" | "beyond_days" | "report_rebuilding" | "report_too_large" | "not_text" | "not_number" | "not_whole" | "not_flag" | "not_object" | "not_list" | "not_json" | "empty" | "blank" | "not_plain" | "not_one_line" | "too_short" | "too_long" | "too_many_bytes" | "too_small" | "too_large" | "out_of_range" | "too_few" | "too_many" | "not_texts" | "not_one_of" | "not_some_of" | "not_moment" | "not_instant" | "not_a_day" | "person_name_rule" | "not_an_email" | "weak_password" | "expires_late" | "not_a_zone" | "zone_abbreviation" | "unreadable_source" | "end_before_start" | "in_the_past" | "beyond_a_year" | "not_a_delay" | "given_twice" | "operation_taken" | "operation_rule" | "excludes" | "needs" | "excludes_each_other" | "name_rule" | "job_key_rule" | "node_id_rule" | "duplicate_node" | "unknown_node" | "self_edge" | "node_cycle" | "loop_entered_twice" | "loops_too_deep" | "unknown_branch" | "each_rule" | "patterns_too_large" | "bad_expression" | "unknown_reference" | "join_impossible" | "reference_not_before" | "maybe_not_run" | "unknown_var" | "vars_of_items" | "batch_needs_item" | "unknown_root" | "unknown_of_self" | "mixed_alternatives" | "no_callback" | "else_missing" | "branch_unused" | "cleanup_rule" | "cleanup_with_branch" | "cleanup_followed" | "silence_rule" | "skips_runs" | "unknown_job" | "unknown_task" | "recursive_task" | "tasks_too_deep" | "param_missing" | "param_unknown" | "param_type" | "secret_of_other_app" | "secret_of_program" | "visit_outside_loop" | "secret_of_caller" | "secret_in_clear" | "secret_of_task" | "secret_in_text" | "code_pattern_rule" | "unreachable" | "unknown_secret" | "no_handler" | "handles_failures" | "unseen_result" | "unpinned_job" | "not_key_expression" | "executor_address_rule" | "executor_key_rule" | "executor_keys_full" | "neither_cron_nor_interval" | "schedule_name_rule" | "calendar_key_rule" | "not_time_of_day" | "not_a_date" | "needs_daily_time" | "no_such_calendar" | "calendar_cycle" | "calendar_too_deep" | "calendars_full" | "too_many_days" | "calendar_taken" | "days_backwards" | "label_name_rule" | "label_rule" | "idempotency_key_rule" | "principal_rule" | "entity_tags_rule" | "work_kind" | "no_runner" | "no_such_executors" | "program_missing" | "bound_value_rule" | "secret_name_rule" | "secret_in_url" | "secret_too_short" | "other_app" | "schema_of_code" | "args_of_recurring" | "no_such_job" | "child_cycle" | "ids_or_filter" | "no_condition" | "condition_or_all" | "stale_cursor" | "unserved_tenant" | "tenant_taken" | "not_repeated" | "quota_rule" | "fixed_tenant" | "bad_schema" | "custom" | "json_too_deep" | "json_too_large" | "json_long_name" | "json_reserved_name" | "json_same_name" | "json_half_surrogate" | "json_nul_in_name" | "json_number_too_large" | "json_number_not_exact" | "json_not_finite" | "json_cannot_hold" | "wrong_type" | "missing_member" | "not_allowed" | "not_a_value" | "pattern" | "format" | "pattern_and_format" | "not_above" | "not_below" | "not_multiple" | "not_unique" | "keyword" | "cron_too_long" | "cron_empty" | "cron_extra_field" | "cron_time_zone" | "cron_few_fields" | "cron_no_macro" | "cron_after_macro" | "cron_long_list" | "cron_missing_value" | "cron_missing_item" | "cron_wrong_value" | "cron_two_steps" | "cron_wrong_step" | "cron_any_day_only" | "cron_no_step" | "cron_wrong_hash" | "cron_hash_needs_key" | "cron_nth_elsewhere" | "cron_wrong_nth" | "cron_last_of_weekday" | "cron_wrong_last" | "cron_wrong_workday" | "cron_two_ranges" | "cron_backwards" | "cron_both_days" | "cron_weekday_unclear" | "cron_no_such_day" | "cron_unreadable";
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly message: string;
      })[] | undefined;
    } };
  readonly getTenant: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly tenant: string;
      readonly displayName: string | null;
      readonly disabled: boolean;
      readonly requireSecondFactor: boolean;
      readonly quotas: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly stated: {
        readonly maxApps?: number | null | undefined;
        readonly maxJobs?: number | null | undefined;
        readonly maxWaitingRuns?: number | null | undefined;
        readonly maxWaitingBytes?: number | null | undefined;
        readonly maxScriptVersions?: number | null | undefined;
        readonly maxRunsPerMinute?: number | null | undefined;
        readonly maxConcurrentRuns?: number | null | undefined;
      };
      readonly configured: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly retention: {
        readonly historyDays?: number | undefined;
        readonly maxActs?: number | undefined;
        readonly hourlyReportDays?: number | undefined;
        readonly dailyReportDays?: number | undefined;
      };
      readonly defaults: Readonly<Record<string, unknown>>;
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
      readonly use: {
        readonly apps: readonly ({
          readonly app: string;
          readonly jobs: number;
          readonly definitionBytes: number;
          readonly waitingRuns: number;
          readonly waitingBytes: number;
        })[];
        readonly running: number;
        readonly runsInMinute: number;
      };
    } };
  readonly updateTenant: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly displayName?: unknown | undefined;
      readonly quotas?: unknown | undefined;
      readonly disabled?: unknown | undefined;
      readonly requireSecondFactor?: unknown | undefined;
      readonly retention?: unknown | undefined;
      readonly defaults?: unknown | undefined;
    };
    readonly answer: {
      readonly tenant: string;
      readonly displayName: string | null;
      readonly disabled: boolean;
      readonly requireSecondFactor: boolean;
      readonly quotas: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly stated: {
        readonly maxApps?: number | null | undefined;
        readonly maxJobs?: number | null | undefined;
        readonly maxWaitingRuns?: number | null | undefined;
        readonly maxWaitingBytes?: number | null | undefined;
        readonly maxScriptVersions?: number | null | undefined;
        readonly maxRunsPerMinute?: number | null | undefined;
        readonly maxConcurrentRuns?: number | null | undefined;
      };
      readonly configured: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly retention: {
        readonly historyDays?: number | undefined;
        readonly maxActs?: number | undefined;
        readonly hourlyReportDays?: number | undefined;
        readonly dailyReportDays?: number | undefined;
      };
      readonly defaults: Readonly<Record<string, unknown>>;
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
      readonly use: {
        readonly apps: readonly ({
          readonly app: string;
          readonly jobs: number;
          readonly definitionBytes: number;
          readonly waitingRuns: number;
          readonly waitingBytes: number;
        })[];
        readonly running: number;
        readonly runsInMinute: number;
      };
    } };
  readonly listTenants: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly tenant: string;
        readonly displayName: string | null;
        readonly disabled: boolean;
        readonly isFixed: boolean;
        readonly path: string;
        readonly view: {
          readonly tenant: string;
          readonly displayName: string | null;
          readonly disabled: boolean;
          readonly requireSecondFactor: boolean;
          readonly quotas: {
            readonly maxApps: number | null;
            readonly maxJobs: number | null;
            readonly maxWaitingRuns: number | null;
            readonly maxWaitingBytes: number | null;
            readonly maxScriptVersions: number | null;
            readonly maxRunsPerMinute: number | null;
            readonly maxConcurrentRuns: number | null;
          };
          readonly stated: {
            readonly maxApps?: number | null | undefined;
            readonly maxJobs?: number | null | undefined;
            readonly maxWaitingRuns?: number | null | undefined;
            readonly maxWaitingBytes?: number | null | undefined;
            readonly maxScriptVersions?: number | null | undefined;
            readonly maxRunsPerMinute?: number | null | undefined;
            readonly maxConcurrentRuns?: number | null | undefined;
          };
          readonly configured: {
            readonly maxApps: number | null;
            readonly maxJobs: number | null;
            readonly maxWaitingRuns: number | null;
            readonly maxWaitingBytes: number | null;
            readonly maxScriptVersions: number | null;
            readonly maxRunsPerMinute: number | null;
            readonly maxConcurrentRuns: number | null;
          };
          readonly retention: {
            readonly historyDays?: number | undefined;
            readonly maxActs?: number | undefined;
            readonly hourlyReportDays?: number | undefined;
            readonly dailyReportDays?: number | undefined;
          };
          readonly defaults: Readonly<Record<string, unknown>>;
          readonly revision: number;
          readonly updatedBy: string | null;
          readonly updatedAt: string | null;
          readonly use: {
            readonly apps: readonly ({
              readonly app: string;
              readonly jobs: number;
              readonly definitionBytes: number;
              readonly waitingRuns: number;
              readonly waitingBytes: number;
            })[];
            readonly running: number;
            readonly runsInMinute: number;
          };
        } | null;
      })[];
      readonly own: string;
      readonly canAdd: boolean;
    } };
  readonly addTenant: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly tenant: string;
      readonly displayName?: unknown | undefined;
      readonly quotas?: unknown | undefined;
    };
    readonly answer: {
      readonly tenant: string;
      readonly displayName: string | null;
      readonly disabled: boolean;
      readonly requireSecondFactor: boolean;
      readonly quotas: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly stated: {
        readonly maxApps?: number | null | undefined;
        readonly maxJobs?: number | null | undefined;
        readonly maxWaitingRuns?: number | null | undefined;
        readonly maxWaitingBytes?: number | null | undefined;
        readonly maxScriptVersions?: number | null | undefined;
        readonly maxRunsPerMinute?: number | null | undefined;
        readonly maxConcurrentRuns?: number | null | undefined;
      };
      readonly configured: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly retention: {
        readonly historyDays?: number | undefined;
        readonly maxActs?: number | undefined;
        readonly hourlyReportDays?: number | undefined;
        readonly dailyReportDays?: number | undefined;
      };
      readonly defaults: Readonly<Record<string, unknown>>;
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
      readonly use: {
        readonly apps: readonly ({
          readonly app: string;
          readonly jobs: number;
          readonly definitionBytes: number;
          readonly waitingRuns: number;
          readonly waitingBytes: number;
        })[];
        readonly running: number;
        readonly runsInMinute: number;
      };
    } };
  readonly updateTenantOf: {
    readonly path: {
      readonly tenant: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly displayName?: unknown | undefined;
      readonly quotas?: unknown | undefined;
      readonly disabled?: unknown | undefined;
      readonly requireSecondFactor?: unknown | undefined;
      readonly retention?: unknown | undefined;
      readonly defaults?: unknown | undefined;
    };
    readonly answer: {
      readonly tenant: string;
      readonly displayName: string | null;
      readonly disabled: boolean;
      readonly requireSecondFactor: boolean;
      readonly quotas: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly stated: {
        readonly maxApps?: number | null | undefined;
        readonly maxJobs?: number | null | undefined;
        readonly maxWaitingRuns?: number | null | undefined;
        readonly maxWaitingBytes?: number | null | undefined;
        readonly maxScriptVersions?: number | null | undefined;
        readonly maxRunsPerMinute?: number | null | undefined;
        readonly maxConcurrentRuns?: number | null | undefined;
      };
      readonly configured: {
        readonly maxApps: number | null;
        readonly maxJobs: number | null;
        readonly maxWaitingRuns: number | null;
        readonly maxWaitingBytes: number | null;
        readonly maxScriptVersions: number | null;
        readonly maxRunsPerMinute: number | null;
        readonly maxConcurrentRuns: number | null;
      };
      readonly retention: {
        readonly historyDays?: number | undefined;
        readonly maxActs?: number | undefined;
        readonly hourlyReportDays?: number | undefined;
        readonly dailyReportDays?: number | undefined;
      };
      readonly defaults: Readonly<Record<string, unknown>>;
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly updatedAt: string | null;
      readonly use: {
        readonly apps: readonly ({
          readonly app: string;
          readonly jobs: number;
          readonly definitionBytes: number;
          readonly waitingRuns: number;
          readonly waitingBytes: number;
        })[];
        readonly running: number;
        readonly runsInMinute: number;
      };
    } };
  readonly removeTenant: {
    readonly path: {
      readonly tenant: string;
    };
    readonly query: {
      readonly confirm: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly tenant: string;
      readonly dataKept: true;
    } };
  readonly listControlPlanes: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (ControlPlane)[];
    } };
  readonly getProtection: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: "sign_in" | "people" | "provider" | "second_factor" | "binding" | "tls" | "trusted_proxies" | "cors" | "executors" | "http_registration" | "scripts" | "commands" | "http_jobs" | "notice_jobs" | "secrets" | "quotas" | "audit";
        readonly state: "on" | "off" | "open";
        readonly setting: string | null;
      })[];
    } };
  readonly checkRegistrations: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly keys: readonly (string)[];
      readonly app?: string | undefined;
    };
    readonly answer: {
      readonly unregistered: readonly (string)[];
    } };
  readonly registerJobs: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly app: string;
      readonly definitions: readonly ({
        readonly key: string;
        readonly kind: "recurring" | "triggered";
        readonly options?: {
          readonly name?: string | undefined;
          readonly description?: string | undefined;
          readonly owner?: string | undefined;
          readonly tags?: readonly (string)[] | undefined;
          readonly labels?: Readonly<Record<string, string>> | undefined;
          readonly disabled?: boolean | undefined;
          readonly maxConcurrency?: number | null | undefined;
          readonly concurrencyKey?: string | undefined;
          readonly whenFull?: "skip" | "queue" | "replace" | undefined;
          readonly rateLimit?: {
            readonly max?: number | null | undefined;
            readonly perMs?: number | undefined;
            readonly spread?: "burst" | "smooth" | undefined;
          } | undefined;
          readonly fairness?: {
            readonly by?: string | undefined;
            readonly weight?: string | undefined;
          } | undefined;
          readonly unique?: "off" | "skip" | "existing" | "replace" | undefined;
          readonly debounceMs?: number | undefined;
          readonly debounceMaxMs?: number | null | undefined;
          readonly uniqueKey?: string | undefined;
          readonly maxWaiting?: number | null | undefined;
          readonly waitTimeoutMs?: number | null | undefined;
          readonly priority?: number | undefined;
          readonly routing?: {
            readonly strategy?: "any" | "first" | "last" | "round" | "random" | "consistentHash" | "leastFrequentlyUsed" | "leastRecentlyUsed" | "failover" | "busyover" | "sticky" | "broadcast" | undefined;
            readonly by?: string | undefined;
            readonly whenGone?: "elsewhere" | "fail" | undefined;
          } | undefined;
          readonly executors?: {
            readonly minVersion?: string | undefined;
            readonly labels?: Readonly<Record<string, string>> | undefined;
          } | undefined;
          readonly isolation?: "none" | "thread" | undefined;
          readonly timeoutMs?: number | undefined;
          readonly retryCount?: number | undefined;
          readonly retryIntervalMs?: number | undefined;
          readonly retryBackoff?: {
            readonly growth?: "constant" | "exponential" | undefined;
            readonly maxMs?: number | undefined;
            readonly jitterPercent?: number | undefined;
          } | undefined;
          readonly retryOn?: readonly (string)[] | undefined;
          readonly children?: readonly ({
            readonly job: string;
            readonly on?: "success" | "failure" | "end" | undefined;
            readonly args?: unknown | undefined;
            readonly when?: string | undefined;
            readonly edge?: boolean | undefined;
          })[] | undefined;
          readonly retention?: {
            readonly maxInstances?: number | undefined;
            readonly maxSkipped?: number | undefined;
            readonly maxAgeDays?: number | undefined;
            readonly maxLogs?: number | null | undefined;
            readonly maxLogAgeDays?: number | null | undefined;
            readonly maxFiles?: number | null | undefined;
            readonly maxFileAgeDays?: number | null | undefined;
          } | undefined;
          readonly cron?: string | null | undefined;
          readonly cronDialect?: "standard" | "quartz" | undefined;
          readonly everyMs?: number | null | undefined;
          readonly everyFrom?: "start" | "end" | undefined;
          readonly jitterMs?: number | undefined;
          readonly timeZone?: string | undefined;
          readonly startTime?: string | null | undefined;
          readonly endTime?: string | null | undefined;
          readonly misfire?: {
            readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
            readonly graceMs?: number | undefined;
          } | undefined;
          readonly dst?: {
            readonly gap?: "shift" | "skip" | undefined;
            readonly overlap?: "first" | "both" | undefined;
          } | undefined;
          readonly calendar?: {
            readonly key: string;
            readonly on?: "workday" | "offday" | {
              readonly nth: number;
              readonly of: "week" | "month" | "quarter";
            } | undefined;
            readonly otherwise?: "skip" | "next" | "previous" | undefined;
            readonly dayStartsAt?: string | undefined;
            readonly beyond?: "estimate" | "hold" | undefined;
          } | null | undefined;
          readonly schedules?: readonly ({
            readonly name: string;
            readonly cron?: string | undefined;
            readonly cronDialect?: "standard" | "quartz" | undefined;
            readonly everyMs?: number | undefined;
            readonly everyFrom?: "start" | "end" | undefined;
            readonly jitterMs?: number | undefined;
            readonly timeZone?: string | undefined;
            readonly startTime?: string | null | undefined;
            readonly endTime?: string | null | undefined;
            readonly misfire?: {
              readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
              readonly graceMs?: number | undefined;
            } | undefined;
            readonly dst?: {
              readonly gap?: "shift" | "skip" | undefined;
              readonly overlap?: "first" | "both" | undefined;
            } | undefined;
            readonly calendar?: {
              readonly key: string;
              readonly on?: "workday" | "offday" | {
                readonly nth: number;
                readonly of: "week" | "month" | "quarter";
              } | undefined;
              readonly otherwise?: "skip" | "next" | "previous" | undefined;
              readonly dayStartsAt?: string | undefined;
              readonly beyond?: "estimate" | "hold" | undefined;
            } | null | undefined;
            readonly disabled?: boolean | undefined;
            readonly args?: unknown | undefined;
          })[] | undefined;
        } | undefined;
        readonly argsSchema?: Readonly<Record<string, unknown>> | null | undefined;
      })[];
      readonly optionRule?: "stored" | "follow-code" | undefined;
      readonly newJobs?: "running" | "stopped" | undefined;
    };
    readonly answer: {
      readonly results: readonly ({
        readonly key: string;
        readonly outcome: "registered" | "unchanged" | "updated" | "differs" | "refused";
        readonly fields: readonly (string)[];
        readonly argsSchemaChanged: boolean;
        readonly followed: readonly (string)[];
        readonly message: string | null;
        readonly definition: Definition | null;
      })[];
    } };
  readonly listRecentRuns: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey: readonly (string)[];
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly jobKey: string;
        readonly runs: readonly (InstanceEvent)[];
      })[];
    } };
  readonly listRecentBars: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey: readonly (string)[];
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly jobKey: string;
        readonly bars: readonly ({
          readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
          readonly ms: number;
        })[];
      })[];
    } };
  readonly getOverview: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Overview };
  readonly getDebugMode: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly recurring: boolean;
      readonly triggered: boolean;
    } };
  readonly getStandby: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly runner: {
        readonly pid: number | null;
        readonly host: string | null;
        readonly since: string | null;
      } | null;
    } };
  readonly listCompletions: {
    readonly path: undefined;
    readonly query: {
      readonly minutes?: number | undefined;
      readonly stepMinutes?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (CompletionMinute)[];
    } };
  readonly openSessionByLink: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly secret: string;
    };
    readonly answer: {  } };
  readonly getSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly account: {
        readonly name: string;
        readonly displayName: string;
        readonly isSuperadmin: boolean;
        readonly mustSetUpSecondFactor: boolean;
      } | null;
      readonly hasPeople: boolean;
      readonly hasProtection: boolean;
      readonly tenant: string;
      readonly environment: string | null;
      readonly access: "local" | "token" | "session" | "user";
      readonly app: string | null;
      readonly permissions: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[];
      readonly grants?: readonly ({
        readonly permission: "jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit";
        readonly apps: readonly (string)[];
      })[] | undefined;
      readonly hasWorkflows: boolean;
      readonly features: readonly (string)[];
      readonly stopWaiting: "hold" | "cancel";
    } };
  readonly openSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly account: {
        readonly name: string;
        readonly displayName: string;
        readonly isSuperadmin: boolean;
        readonly mustSetUpSecondFactor: boolean;
      } | null;
      readonly hasPeople: boolean;
      readonly hasProtection: boolean;
      readonly tenant: string;
      readonly environment: string | null;
      readonly access: "local" | "token" | "session" | "user";
      readonly app: string | null;
      readonly permissions: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[];
      readonly grants?: readonly ({
        readonly permission: "jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit";
        readonly apps: readonly (string)[];
      })[] | undefined;
      readonly hasWorkflows: boolean;
      readonly features: readonly (string)[];
      readonly stopWaiting: "hold" | "cancel";
    } };
  readonly endSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {  } };
  readonly getSignIn: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly token: boolean;
      readonly startLink: boolean;
      readonly password: boolean;
      readonly provider: string | null;
      readonly isSetUp: boolean;
    } };
  readonly signIn: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly password: string;
      readonly code?: string | undefined;
    };
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly lookAtLink: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly secret: string;
    };
    readonly answer: {
      readonly purpose: "set_up" | "password";
      readonly name: string | null;
    } };
  readonly redeemLink: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly secret: string;
      readonly password: string;
      readonly code?: string | undefined;
      readonly name?: string | undefined;
      readonly displayName?: string | undefined;
      readonly email?: string | null | undefined;
    };
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly getAccount: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly editAccount: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly displayName: string;
    };
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly changePassword: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly before: string;
      readonly password: string;
    };
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly offerSecondFactor: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly secret: string;
      readonly uri: string;
    } };
  readonly confirmSecondFactor: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly code: string;
      readonly password?: string | undefined;
      readonly currentCode?: string | undefined;
    };
    readonly answer: {
      readonly recoveryCodes: readonly (string)[];
    } };
  readonly removeSecondFactor: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly password?: string | undefined;
      readonly currentCode?: string | undefined;
    };
    readonly answer: string };
  readonly listSessions: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
        readonly who: string;
        readonly method: string;
        readonly address: string | null;
        readonly agent: string | null;
        readonly openedAt: string;
        readonly usedAt: string;
        readonly isOwn: boolean;
      })[];
    } };
  readonly endOtherSession: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly endSessions: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name?: string | undefined;
    };
    readonly answer: string };
  readonly listPeople: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly name: string;
        readonly displayName: string;
        readonly email: string | null;
        readonly isDisabled: boolean;
        readonly isSuperadmin: boolean;
        readonly hasPassword: boolean;
        readonly hasSecondFactor: boolean;
        readonly providers: readonly (string)[];
        readonly memberships: readonly ({
          readonly id: string;
          readonly tenant: string;
          readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
          readonly apps: readonly (string)[] | null;
          readonly payloads: boolean;
          readonly until: string | null;
          readonly reason: string | null;
          readonly source: "hand" | "groups";
          readonly by: string | null;
          readonly at: string;
        })[];
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly signedInAt: string | null;
      })[];
    } };
  readonly addPerson: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly displayName?: string | undefined;
      readonly email?: string | null | undefined;
      readonly isSuperadmin?: boolean | undefined;
    };
    readonly answer: {
      readonly person: {
        readonly name: string;
        readonly displayName: string;
        readonly email: string | null;
        readonly isDisabled: boolean;
        readonly isSuperadmin: boolean;
        readonly hasPassword: boolean;
        readonly hasSecondFactor: boolean;
        readonly providers: readonly (string)[];
        readonly memberships: readonly ({
          readonly id: string;
          readonly tenant: string;
          readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
          readonly apps: readonly (string)[] | null;
          readonly payloads: boolean;
          readonly until: string | null;
          readonly reason: string | null;
          readonly source: "hand" | "groups";
          readonly by: string | null;
          readonly at: string;
        })[];
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly signedInAt: string | null;
      };
      readonly invitation: {
        readonly url: string;
        readonly until: string;
      };
    } };
  readonly editPerson: {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly displayName?: string | undefined;
      readonly email?: string | null | undefined;
      readonly isSuperadmin?: boolean | undefined;
      readonly isDisabled?: boolean | undefined;
    };
    readonly answer: {
      readonly name: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly isDisabled: boolean;
      readonly isSuperadmin: boolean;
      readonly hasPassword: boolean;
      readonly hasSecondFactor: boolean;
      readonly providers: readonly (string)[];
      readonly memberships: readonly ({
        readonly id: string;
        readonly tenant: string;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean;
        readonly until: string | null;
        readonly reason: string | null;
        readonly source: "hand" | "groups";
        readonly by: string | null;
        readonly at: string;
      })[];
      readonly createdAt: string;
      readonly createdBy: string | null;
      readonly signedInAt: string | null;
    } };
  readonly removePerson: {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly invitePerson: {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly url: string;
      readonly until: string;
    } };
  readonly removePersonSecondFactor: {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly giveRole: {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
      readonly tenant?: string | undefined;
      readonly apps?: readonly (string)[] | null | undefined;
      readonly payloads?: boolean | undefined;
      readonly until?: string | null | undefined;
      readonly reason?: string | null | undefined;
    };
    readonly answer: {
      readonly id: string;
      readonly tenant: string;
      readonly role: "viewer" | "operator" | "editor" | "admin" | "worker";
      readonly apps: readonly (string)[] | null;
      readonly payloads: boolean;
      readonly until: string | null;
      readonly reason: string | null;
      readonly source: "hand" | "groups";
      readonly by: string | null;
      readonly at: string;
    } };
  readonly takeRole: {
    readonly path: {
      readonly name: string;
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly listTokens: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
        readonly name: string;
        readonly kind: "personal" | "service" | "executor";
        readonly person: string | null;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker" | null;
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean | null;
        readonly permissions: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[] | null;
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly expiresAt: string | null;
        readonly overlapUntil: string | null;
        readonly revokedAt: string | null;
        readonly lastUsed: {
          readonly at: string;
          readonly address: string | null;
          readonly agent: string | null;
        } | null;
      })[];
    } };
  readonly makeToken: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly kind: "personal" | "service" | "executor";
      readonly role?: "viewer" | "operator" | "editor" | "admin" | "worker" | undefined;
      readonly apps?: readonly (string)[] | null | undefined;
      readonly payloads?: boolean | undefined;
      readonly permissions?: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[] | null | undefined;
      readonly expires?: string | null | undefined;
    };
    readonly answer: {
      readonly token: {
        readonly id: string;
        readonly name: string;
        readonly kind: "personal" | "service" | "executor";
        readonly person: string | null;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker" | null;
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean | null;
        readonly permissions: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[] | null;
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly expiresAt: string | null;
        readonly overlapUntil: string | null;
        readonly revokedAt: string | null;
        readonly lastUsed: {
          readonly at: string;
          readonly address: string | null;
          readonly agent: string | null;
        } | null;
      };
      readonly text: string;
    } };
  readonly rotateToken: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly overlapMs?: number | undefined;
    };
    readonly answer: {
      readonly token: {
        readonly id: string;
        readonly name: string;
        readonly kind: "personal" | "service" | "executor";
        readonly person: string | null;
        readonly role: "viewer" | "operator" | "editor" | "admin" | "worker" | null;
        readonly apps: readonly (string)[] | null;
        readonly payloads: boolean | null;
        readonly permissions: readonly ("jobs:read" | "jobs:edit" | "work:edit" | "jobs:pause" | "jobs:create" | "jobs:delete" | "jobs:register" | "runs:read" | "payloads:read" | "runs:trigger" | "runs:override" | "runs:cancel" | "runs:rerun" | "runs:operate" | "workers:read" | "executors:run" | "workers:drain" | "workers:edit" | "secrets:read" | "secrets:use" | "secrets:edit" | "alarms:read" | "alarms:handle" | "alarms:edit" | "archives:read" | "archives:import" | "system:read" | "metrics:read" | "audit:read" | "members:read" | "members:edit" | "tokens:edit" | "tenant:edit" | "deployment:edit")[] | null;
        readonly createdAt: string;
        readonly createdBy: string | null;
        readonly expiresAt: string | null;
        readonly overlapUntil: string | null;
        readonly revokedAt: string | null;
        readonly lastUsed: {
          readonly at: string;
          readonly address: string | null;
          readonly agent: string | null;
        } | null;
      };
      readonly text: string;
    } };
  readonly revokeToken: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: string };
  readonly streamEvents: {
    readonly path: undefined;
    readonly query: {
      readonly topics?: readonly ("instances" | "jobs" | "workers")[] | undefined;
      readonly items?: boolean | undefined;
      readonly after?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: string };
}

/** Where an operation is found, below the root. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
}


export const OPERATIONS: Readonly<Record<keyof Operations, OperationPlace>> = {
  listJobs: { method: "GET", path: "api/v1/jobs" },
  createJob: { method: "POST", path: "api/v1/jobs" },
  getJob: { method: "GET", path: "api/v1/jobs/{key}" },
  updateJob: { method: "PATCH", path: "api/v1/jobs/{key}" },
  deleteJob: { method: "DELETE", path: "api/v1/jobs/{key}" },
  pauseJob: { method: "POST", path: "api/v1/jobs/{key}/pause" },
  resumeJob: { method: "POST", path: "api/v1/jobs/{key}/resume" },
  listUpcomingFires: { method: "GET", path: "api/v1/jobs/{key}/upcoming" },
  copyJob: { method: "POST", path: "api/v1/jobs/{key}/copy" },
  bulkJobs: { method: "POST", path: "api/v1/jobs/bulk" },
  previewImport: { method: "POST", path: "api/v1/import/preview" },
  applyImport: { method: "POST", path: "api/v1/import/apply" },
  triggerJob: { method: "POST", path: "api/v1/jobs/{key}/instances" },
  listJobInstances: { method: "GET", path: "api/v1/jobs/{key}/instances" },
  tryWork: { method: "POST", path: "api/v1/jobs/try" },
  triggerJobMany: { method: "POST", path: "api/v1/jobs/{key}/instances/batch" },
  previewCron: { method: "POST", path: "api/v1/cron/preview" },
  listInstances: { method: "GET", path: "api/v1/instances" },
  countInstances: { method: "GET", path: "api/v1/run-counts" },
  getInstance: { method: "GET", path: "api/v1/instances/{id}" },
  prioritizeInstance: { method: "PATCH", path: "api/v1/instances/{id}" },
  cancelInstance: { method: "POST", path: "api/v1/instances/{id}/cancel" },
  releaseInstance: { method: "POST", path: "api/v1/instances/{id}/release" },
  rerunInstance: { method: "POST", path: "api/v1/instances/{id}/rerun" },
  listInstanceChildren: { method: "GET", path: "api/v1/instances/{id}/children" },
  getInstanceCarrier: { method: "GET", path: "api/v1/instances/{id}/carrier" },
  listInstanceLogs: { method: "GET", path: "api/v1/instances/{id}/logs" },
  listInstanceFiles: { method: "GET", path: "api/v1/instances/{id}/files" },
  downloadInstanceFile: { method: "GET", path: "api/v1/instances/{id}/files/{file}" },
  getInstanceFolder: { method: "GET", path: "api/v1/instances/{id}/folder" },
  listInstanceFolderJobs: { method: "GET", path: "api/v1/instances/{id}/folder/jobs" },
  downloadInstanceFolderFile: { method: "GET", path: "api/v1/instances/{id}/folder/file" },
  previewInstanceFolderFile: { method: "GET", path: "api/v1/instances/{id}/folder/preview" },
  downloadInstanceFolder: { method: "GET", path: "api/v1/instances/{id}/folder/archive" },
  bulkInstances: { method: "POST", path: "api/v1/instances/bulk" },
  listFailures: { method: "GET", path: "api/v1/failures" },
  handleFailure: { method: "PATCH", path: "api/v1/failures/{id}" },
  listWorkers: { method: "GET", path: "api/v1/workers" },
  drainWorker: { method: "POST", path: "api/v1/workers/{id}/drain" },
  undrainWorker: { method: "POST", path: "api/v1/workers/{id}/undrain" },
  getWorkerSamples: { method: "GET", path: "api/v1/workers/{id}/samples" },
  listApps: { method: "GET", path: "api/v1/apps" },
  stopApp: { method: "POST", path: "api/v1/apps/{app}/stop" },
  startApp: { method: "POST", path: "api/v1/apps/{app}/start" },
  listExpectedExecutors: { method: "GET", path: "api/v1/apps/{app}/executors" },
  expectExecutor: { method: "POST", path: "api/v1/apps/{app}/executors" },
  forgetExecutor: { method: "DELETE", path: "api/v1/apps/{app}/executors/{name}" },
  listExecutorKeys: { method: "GET", path: "api/v1/apps/{app}/executor-keys" },
  addExecutorKey: { method: "POST", path: "api/v1/apps/{app}/executor-keys" },
  removeExecutorKey: { method: "DELETE", path: "api/v1/apps/{app}/executor-keys/{id}" },
  explainInstance: { method: "GET", path: "api/v1/instances/{id}/explain" },
  explainJob: { method: "GET", path: "api/v1/jobs/{key}/explain" },
  listHistory: { method: "GET", path: "api/v1/history" },
  listAudit: { method: "GET", path: "api/v1/audit" },
  exportAudit: { method: "GET", path: "api/v1/audit/export" },
  verifyAudit: { method: "GET", path: "api/v1/audit/verify" },
  verifyAuditByHeads: { method: "POST", path: "api/v1/audit/verify" },
  listIncidents: { method: "GET", path: "api/v1/incidents" },
  countIncidents: { method: "GET", path: "api/v1/incident-counts" },
  listAttention: { method: "GET", path: "api/v1/attention" },
  getIncident: { method: "GET", path: "api/v1/incidents/{id}" },
  acknowledgeIncident: { method: "POST", path: "api/v1/incidents/{id}/acknowledge" },
  unacknowledgeIncident: { method: "POST", path: "api/v1/incidents/{id}/unacknowledge" },
  assignIncident: { method: "POST", path: "api/v1/incidents/{id}/assign" },
  snoozeIncident: { method: "POST", path: "api/v1/incidents/{id}/snooze" },
  noteOnIncident: { method: "POST", path: "api/v1/incidents/{id}/note" },
  resolveIncident: { method: "POST", path: "api/v1/incidents/{id}/resolve" },
  listAlarmRules: { method: "GET", path: "api/v1/alarm-rules" },
  replaceAlarmRules: { method: "PATCH", path: "api/v1/alarm-rules" },
  previewAlarmRules: { method: "POST", path: "api/v1/alarm-rules/preview" },
  listAlarmRoutes: { method: "GET", path: "api/v1/alarm-routes" },
  replaceAlarmRoutes: { method: "PATCH", path: "api/v1/alarm-routes" },
  previewAlarmRoutes: { method: "POST", path: "api/v1/alarm-routes/preview" },
  listSilences: { method: "GET", path: "api/v1/silences" },
  createSilence: { method: "POST", path: "api/v1/silences" },
  endSilence: { method: "DELETE", path: "api/v1/silences/{id}" },
  listHeartbeats: { method: "GET", path: "api/v1/heartbeats" },
  replaceHeartbeats: { method: "PATCH", path: "api/v1/heartbeats" },
  ping: { method: "GET", path: "api/v1/pings/{token}" },
  listOperations: { method: "GET", path: "api/v1/operations" },
  getOperation: { method: "GET", path: "api/v1/operations/{id}" },
  undoOperation: { method: "POST", path: "api/v1/operations/{id}/undo" },
  getConfig: { method: "GET", path: "api/v1/config" },
  applyConfig: { method: "PUT", path: "api/v1/config" },
  diffConfig: { method: "POST", path: "api/v1/config/diff" },
  listBackfills: { method: "GET", path: "api/v1/backfills" },
  createBackfill: { method: "POST", path: "api/v1/backfills" },
  previewBackfill: { method: "POST", path: "api/v1/backfills/preview" },
  getBackfill: { method: "GET", path: "api/v1/backfills/{id}" },
  changeBackfill: { method: "PATCH", path: "api/v1/backfills/{id}" },
  listWindows: { method: "GET", path: "api/v1/windows" },
  createWindow: { method: "POST", path: "api/v1/windows" },
  previewWindow: { method: "POST", path: "api/v1/windows/preview" },
  getWindow: { method: "GET", path: "api/v1/windows/{id}" },
  changeWindow: { method: "PATCH", path: "api/v1/windows/{id}" },
  endWindow: { method: "DELETE", path: "api/v1/windows/{id}" },
  getForecast: { method: "GET", path: "api/v1/forecast" },
  getTimeline: { method: "GET", path: "api/v1/timeline" },
  suggestSpreads: { method: "POST", path: "api/v1/forecast/suggestions" },
  listSpreads: { method: "GET", path: "api/v1/forecast/spreads" },
  createSpread: { method: "POST", path: "api/v1/forecast/spreads" },
  undoSpread: { method: "POST", path: "api/v1/forecast/spreads/{id}/undo" },
  actOnFire: { method: "POST", path: "api/v1/jobs/{key}/fires" },
  listCalendars: { method: "GET", path: "api/v1/calendars" },
  createCalendar: { method: "POST", path: "api/v1/calendars" },
  importCalendar: { method: "POST", path: "api/v1/calendars/import" },
  getCalendar: { method: "GET", path: "api/v1/calendars/{key}" },
  updateCalendar: { method: "PATCH", path: "api/v1/calendars/{key}" },
  removeCalendar: { method: "DELETE", path: "api/v1/calendars/{key}" },
  previewCalendar: { method: "POST", path: "api/v1/calendars/{key}/preview" },
  listViews: { method: "GET", path: "api/v1/views" },
  createView: { method: "POST", path: "api/v1/views" },
  replaceView: { method: "PATCH", path: "api/v1/views/{id}" },
  removeView: { method: "DELETE", path: "api/v1/views/{id}" },
  getReport: { method: "GET", path: "api/v1/reports" },
  getWorst: { method: "GET", path: "api/v1/reports/worst" },
  exportReport: { method: "GET", path: "api/v1/reports/export" },
  getReportState: { method: "GET", path: "api/v1/reports/state" },
  rebuildReports: { method: "POST", path: "api/v1/reports/rebuild" },
  listReportSummaries: { method: "GET", path: "api/v1/report-summaries" },
  createReportSummary: { method: "POST", path: "api/v1/report-summaries" },
  replaceReportSummary: { method: "PATCH", path: "api/v1/report-summaries/{id}" },
  removeReportSummary: { method: "DELETE", path: "api/v1/report-summaries/{id}" },
  sendReportSummary: { method: "POST", path: "api/v1/report-summaries/{id}/send" },
  getStorage: { method: "GET", path: "api/v1/storage" },
  listExports: { method: "GET", path: "api/v1/exports" },
  createExport: { method: "POST", path: "api/v1/exports" },
  getExport: { method: "GET", path: "api/v1/exports/{id}" },
  removeExport: { method: "DELETE", path: "api/v1/exports/{id}" },
  downloadExport: { method: "GET", path: "api/v1/exports/{id}/file" },
  cancelExport: { method: "POST", path: "api/v1/exports/{id}/cancel" },
  listArchives: { method: "GET", path: "api/v1/archives" },
  importArchive: { method: "POST", path: "api/v1/archives" },
  getArchive: { method: "GET", path: "api/v1/archives/{id}" },
  removeArchive: { method: "DELETE", path: "api/v1/archives/{id}" },
  listArchivedRuns: { method: "GET", path: "api/v1/archives/{id}/runs" },
  getArchivedRun: { method: "GET", path: "api/v1/archives/{id}/runs/{run}" },
  listArchivedLogs: { method: "GET", path: "api/v1/archives/{id}/runs/{run}/logs" },
  listArchivedFacts: { method: "GET", path: "api/v1/archives/{id}/runs/{run}/facts" },
  downloadArchivedFile: { method: "GET", path: "api/v1/archives/{id}/runs/{run}/files/{file}" },
  listArchivedRecords: { method: "GET", path: "api/v1/archives/{id}/records" },
  listQueue: { method: "GET", path: "api/v1/queue" },
  clearQueue: { method: "POST", path: "api/v1/queue/clear" },
  runInstanceNext: { method: "POST", path: "api/v1/instances/{id}/run-next" },
  getTaskAt: { method: "GET", path: "api/v1/instances/{id}/task/state" },
  editTaskValue: { method: "PATCH", path: "api/v1/instances/{id}/task/context" },
  findTaskNodes: { method: "GET", path: "api/v1/tasks/nodes" },
  readInbox: { method: "GET", path: "api/v1/inbox" },
  countInbox: { method: "GET", path: "api/v1/inbox/count" },
  getTaskHistory: { method: "GET", path: "api/v1/instances/{id}/task/history" },
  listTaskLines: { method: "GET", path: "api/v1/instances/{id}/task/lines" },
  exportTask: { method: "GET", path: "api/v1/instances/{id}/task/export" },
  simulateTask: { method: "POST", path: "api/v1/tasks/simulate" },
  evaluateTask: { method: "POST", path: "api/v1/tasks/evaluate" },
  validateTask: { method: "POST", path: "api/v1/tasks/validate" },
  getTask: { method: "GET", path: "api/v1/instances/{id}/task" },
  listTaskFacts: { method: "GET", path: "api/v1/instances/{id}/task/log" },
  operateTask: { method: "POST", path: "api/v1/instances/{id}/task/operations" },
  rerunTask: { method: "POST", path: "api/v1/instances/{id}/task/rerun" },
  listSecrets: { method: "GET", path: "api/v1/secrets" },
  createSecret: { method: "POST", path: "api/v1/secrets" },
  replaceSecret: { method: "PATCH", path: "api/v1/secrets/{app}/{name}" },
  deleteSecret: { method: "DELETE", path: "api/v1/secrets/{app}/{name}" },
  resealSecrets: { method: "POST", path: "api/v1/secrets/reseal" },
  reportCallback: { method: "POST", path: "api/v1/callbacks/{id}/{token}" },
  listScriptVersions: { method: "GET", path: "api/v1/jobs/{key}/script/versions" },
  saveScript: { method: "POST", path: "api/v1/jobs/{key}/script/versions" },
  getScriptVersion: { method: "GET", path: "api/v1/jobs/{key}/script/versions/{version}" },
  diffScriptVersions: { method: "GET", path: "api/v1/jobs/{key}/script/diff" },
  saveScriptDraft: { method: "POST", path: "api/v1/jobs/{key}/script/drafts" },
  releaseScriptVersion: { method: "POST", path: "api/v1/jobs/{key}/script/versions/{version}/release" },
  getTenant: { method: "GET", path: "api/v1/tenant" },
  updateTenant: { method: "PATCH", path: "api/v1/tenant" },
  listTenants: { method: "GET", path: "api/v1/tenants" },
  addTenant: { method: "POST", path: "api/v1/tenants" },
  updateTenantOf: { method: "PATCH", path: "api/v1/tenants/{tenant}" },
  removeTenant: { method: "DELETE", path: "api/v1/tenants/{tenant}" },
  listControlPlanes: { method: "GET", path: "api/v1/control-planes" },
  getProtection: { method: "GET", path: "api/v1/protection" },
  checkRegistrations: { method: "POST", path: "api/v1/registrations/check" },
  registerJobs: { method: "POST", path: "api/v1/registrations" },
  listRecentRuns: { method: "GET", path: "api/v1/recent-runs" },
  listRecentBars: { method: "GET", path: "api/v1/recent-bars" },
  getOverview: { method: "GET", path: "api/v1/overview" },
  getDebugMode: { method: "GET", path: "api/v1/debug-mode" },
  getStandby: { method: "GET", path: "api/v1/standby" },
  listCompletions: { method: "GET", path: "api/v1/completions" },
  openSessionByLink: { method: "POST", path: "api/v1/session/link" },
  getSession: { method: "GET", path: "api/v1/session" },
  openSession: { method: "POST", path: "api/v1/session" },
  endSession: { method: "POST", path: "api/v1/session/end" },
  getSignIn: { method: "GET", path: "api/v1/sign-in" },
  signIn: { method: "POST", path: "api/v1/sign-in" },
  lookAtLink: { method: "POST", path: "api/v1/welcome/look" },
  redeemLink: { method: "POST", path: "api/v1/welcome" },
  getAccount: { method: "GET", path: "api/v1/account" },
  editAccount: { method: "PATCH", path: "api/v1/account" },
  changePassword: { method: "POST", path: "api/v1/account/password" },
  offerSecondFactor: { method: "POST", path: "api/v1/account/second-factor" },
  confirmSecondFactor: { method: "POST", path: "api/v1/account/second-factor/confirm" },
  removeSecondFactor: { method: "POST", path: "api/v1/account/second-factor/remove" },
  listSessions: { method: "GET", path: "api/v1/sessions" },
  endOtherSession: { method: "DELETE", path: "api/v1/sessions/{id}" },
  endSessions: { method: "POST", path: "api/v1/sessions/end" },
  listPeople: { method: "GET", path: "api/v1/people" },
  addPerson: { method: "POST", path: "api/v1/people" },
  editPerson: { method: "PATCH", path: "api/v1/people/{name}" },
  removePerson: { method: "DELETE", path: "api/v1/people/{name}" },
  invitePerson: { method: "POST", path: "api/v1/people/{name}/invitation" },
  removePersonSecondFactor: { method: "DELETE", path: "api/v1/people/{name}/second-factor" },
  giveRole: { method: "POST", path: "api/v1/people/{name}/roles" },
  takeRole: { method: "DELETE", path: "api/v1/people/{name}/roles/{id}" },
  listTokens: { method: "GET", path: "api/v1/tokens" },
  makeToken: { method: "POST", path: "api/v1/tokens" },
  rotateToken: { method: "POST", path: "api/v1/tokens/{id}/rotate" },
  revokeToken: { method: "DELETE", path: "api/v1/tokens/{id}" },
  streamEvents: { method: "GET", path: "api/v1/events" },
};
