import { AGENDA_FIELDS } from "../src/sources/agenda/agenda-fields.ts";
import { DAG_FIELDS, TASK_FIELDS as OPERATOR_FIELDS } from "../src/sources/airflow/dag-fields.ts";
import { JOB_OPTION_MEMBERS, SCHEDULER_MEMBERS } from "../src/sources/bullmq/bullmq-members.ts";
import { CRONTAB_VARIABLES } from "../src/sources/crontab/crontab-variables.ts";
import { DEFINITION_FIELDS, SCHEDULE_FIELDS, TASK_FIELDS } from "../src/sources/dolphin/dolphin-fields.ts";
import type { ImportSource } from "../src/sources/import-source.ts";
import type { Members } from "../src/sources/members.ts";
import { JOB_FIELDS, WORKFLOW_FIELDS } from "../src/sources/powerjob/powerjob-members.ts";
import { XXL_COLUMNS } from "../src/sources/xxl/xxl-columns.ts";

/** A kind of record of a source, with the names that its reader knows. */
export interface SourceRecord {
  readonly source: ImportSource;
  readonly record: string;
  readonly members: Members;
}

/** What each reader goes by, record by record. */
export const SOURCE_RECORDS: readonly SourceRecord[] = [
  { source: "xxl", record: "xxl_job_info", members: XXL_COLUMNS },
  { source: "crontab", record: "NAME=value", members: CRONTAB_VARIABLES },
  { source: "agenda", record: "agendaJobs", members: AGENDA_FIELDS },
  { source: "bullmq", record: "schedulers", members: SCHEDULER_MEMBERS },
  { source: "bullmq", record: "opts", members: JOB_OPTION_MEMBERS },
  { source: "dolphinScheduler", record: "processDefinition", members: DEFINITION_FIELDS },
  { source: "dolphinScheduler", record: "schedule", members: SCHEDULE_FIELDS },
  { source: "dolphinScheduler", record: "taskDefinitionList", members: TASK_FIELDS },
  { source: "airflow", record: "dag", members: DAG_FIELDS },
  { source: "airflow", record: "tasks", members: OPERATOR_FIELDS },
  { source: "powerJob", record: "workflows", members: WORKFLOW_FIELDS },
  { source: "powerJob", record: "jobs", members: JOB_FIELDS },
];
