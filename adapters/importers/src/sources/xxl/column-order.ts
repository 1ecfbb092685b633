/**
 * The columns of `xxl_job_info` in the order of its tables, by their number: a dump without column names and without CREATE TABLE has
 * nothing else. 2.3 to 3.4 have the same; 2.2 had `job_cron` in place of three columns.
 */
const CURRENT = (
  "id job_group job_desc add_time update_time author alarm_email schedule_type schedule_conf misfire_strategy executor_route_strategy " +
  "executor_handler executor_param executor_block_strategy executor_timeout executor_fail_retry_count glue_type glue_source " +
  "glue_remark glue_updatetime child_jobid trigger_status trigger_last_time trigger_next_time"
).split(" ");

const UNTIL_2_2 = (
  "id job_group job_cron job_desc add_time update_time author alarm_email executor_route_strategy executor_handler executor_param " +
  "executor_block_strategy executor_timeout executor_fail_retry_count glue_type glue_source glue_remark glue_updatetime child_jobid " +
  "trigger_status trigger_last_time trigger_next_time"
).split(" ");

const GROUP = "id app_name title address_type address_list update_time".split(" ");
const GROUP_UNTIL_2_2 = "id app_name title address_type address_list".split(" ");

/** `null` for a number of columns that no version has. */
export function columnOrder(table: string, count: number): readonly string[] | null {
  const known = table === "xxl_job_info" ? [CURRENT, UNTIL_2_2] : [GROUP, GROUP_UNTIL_2_2];
  return known.find(({ length }) => length === count) ?? null;
}
