import { carried, lost, type Members, members, required, TOLD, UNUSED } from "../members.ts";

/** The fields of a DAG, without the `_` that some versions begin them with. */
export const DAG_FIELDS: Members = members(
  ["dag_id", required("labels.import")],
  ["dag_display_name", carried("name")],
  ["description", carried("description")],
  ["tags", carried("tags")],
  ["timetable schedule_interval", carried("cron, everyMs")],
  ["timezone", carried("timeZone")],
  ["start_date", carried("startTime")],
  ["end_date", carried("endTime")],
  ["is_paused_upon_creation", TOLD],
  ["max_active_runs", carried("maxConcurrency")],
  ["max_active_tasks concurrency", carried("maxParallel")],
  ["dagrun_timeout", carried("timeoutMs")],
  ["fail_fast fail_stop", carried("onFailure")],
  ["params", carried("params")],
  ["tasks", required("nodes")],
  ["task_group", TOLD],
  [
    "catchup has_on_failure_callback has_on_success_callback render_template_as_native_obj rerun_with_latest_version",
    lost(false),
  ],
  ["max_consecutive_failed_dag_runs", lost(0)],
  ["sla_miss_callback access_control deadline allowed_run_types dataset_triggers", lost()],
  [
    "fileloc relative_fileloc full_filepath edge_info dag_dependencies default_args processor_dags_folder disable_bundle_versioning doc_md " +
      "default_view orientation owner_links is_subdag last_loaded",
    UNUSED,
  ],
);

/** The fields that every operator has, without the `_` that some versions begin them with; an operator's own are its template fields. */
export const TASK_FIELDS: Members = members(
  ["task_id", carried("title")],
  ["task_type is_sensor is_empty is_dummy python_callable_name", carried("work")],
  ["downstream_task_ids", carried("pre")],
  ["trigger_rule", carried("join, on")],
  ["is_teardown", carried("cleanup")],
  ["retries retry_delay retry_exponential_backoff max_retry_delay", carried("retry")],
  ["execution_timeout timeout", carried("timeoutMs")],
  ["soft_fail", carried("onTimeout")],
  ["priority_weight", carried("priority")],
  ["wait_for_completion", carried("wait")],
  ["is_mapped expand_input_attr expand_input op_kwargs_expand_input partial_kwargs", carried("each")],
  [
    "bash_command env cwd op_args op_kwargs templates_dict endpoint method headers data http_conn_id trigger_dag_id conf delta",
    carried("work, params"),
  ],
  [
    "depends_on_past wait_for_downstream has_on_failure_callback has_on_success_callback has_on_retry_callback has_on_skipped_callback " +
      "has_on_execute_callback on_failure_fail_dagrun deferrable multiple_outputs",
    lost(false),
  ],
  ["pool", lost("default_pool")],
  ["pool_slots", lost(1)],
  ["queue", lost("default")],
  [
    "depends_on_previous_tasks executor executor_config run_as_user sla max_active_tis_per_dag max_active_tis_per_dagrun email resources " +
      "on_failure_callback on_success_callback on_retry_callback on_skipped_callback on_execute_callback start_date end_date",
    lost(),
  ],
  [
    "task_module task_display_name label operator_name ui_color ui_fgcolor template_fields template_ext template_fields_renderers is_setup " +
      "log_config_logger_name logger_name weight_rule owner do_xcom_push email_on_failure email_on_retry ignore_first_depends_on_past " +
      "doc doc_md doc_json doc_yaml doc_rst inlets outlets operator_extra_links disallow_kwargs_override start_from_trigger " +
      "start_trigger_args allow_nested_operators dag poke_interval mode exponential_backoff max_wait subdag map_index_template " +
      "can_skip_downstream needs_expansion",
    UNUSED,
  ],
);
