import { carried, type Members, members, required, TOLD, UNUSED } from "../members.ts";

/** Forks and proposals give each job a zone in one of these. */
export const ZONE_COLUMNS = ["schedule_timezone", "schedule_time_zone", "time_zone", "timezone"] as const;

/** The columns of `xxl_job_info`, and those of exports that join or rename. */
export const XXL_COLUMNS: Members = members(
  ["id", required("labels.import")],
  ["job_group app_name", required("app")],
  ["job_desc name", carried("name")],
  ["author", carried("owner")],
  ["schedule_type schedule_conf job_cron", carried("cron, everyMs")],
  ["trigger_next_time trigger_last_time", carried("startTime")],
  [ZONE_COLUMNS.join(" "), carried("timeZone")],
  ["misfire_strategy", carried("misfire")],
  ["executor_route_strategy", carried("routing")],
  ["executor_block_strategy", carried("whenFull")],
  ["executor_handler glue_type glue_source", required("work")],
  ["executor_param", carried("args")],
  ["executor_timeout", carried("timeoutMs")],
  ["executor_fail_retry_count", carried("retryCount")],
  ["child_jobid", carried("children")],
  ["trigger_status", TOLD],
  ["alarm_email glue_remark", TOLD],
  ["add_time update_time glue_updatetime", UNUSED],
);
