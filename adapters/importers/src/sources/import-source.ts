import { readAgenda } from "./agenda/read-agenda.ts";
import { readAirflow } from "./airflow/read-airflow.ts";
import { readBullmq } from "./bullmq/read-bullmq.ts";
import { readCrontab } from "./crontab/read-crontab.ts";
import { readDolphin } from "./dolphin/read-dolphin.ts";
import { readPowerjob } from "./powerjob/read-powerjob.ts";
import type { ReadSource } from "./source-job.ts";
import { readXxl } from "./xxl/read-xxl.ts";

/** Where jobs can come from. */
export const ImportSource = {
  /** XXL-JOB's tables: a SQL dump, JSON or CSV. */
  Xxl: "xxl",
  /** The output of `crontab -l`. */
  Crontab: "crontab",
  /** /etc/crontab or a file of /etc/cron.d: each line names its user. */
  SystemCrontab: "systemCrontab",
  /** The documents of Agenda's collection as JSON. */
  Agenda: "agenda",
  /** BullMQ's job schedulers or repeatable jobs as JSON. */
  Bullmq: "bullmq",
  /** Workflows of DolphinScheduler as they are exported. */
  DolphinScheduler: "dolphinScheduler",
  /** DAGs of Airflow as they are serialized. */
  Airflow: "airflow",
  /** Workflows of PowerJob with their jobs, as its API gives them. */
  PowerJob: "powerJob",
} as const;
export type ImportSource = (typeof ImportSource)[keyof typeof ImportSource];

export const READERS: Readonly<Record<ImportSource, ReadSource>> = {
  xxl: readXxl,
  crontab: (text, options) => readCrontab(text, { ...options, hasUser: false }),
  systemCrontab: (text, options) => readCrontab(text, { ...options, hasUser: true }),
  agenda: readAgenda,
  bullmq: readBullmq,
  dolphinScheduler: readDolphin,
  airflow: readAirflow,
  powerJob: readPowerjob,
};
