import { ImportMistake } from "../../import-mistake.ts";
import { MOST_JOBS } from "../most-jobs.ts";
import type { ReadSource } from "../source-job.ts";
import { readCsv } from "./csv.ts";
import { readJsonRows } from "./json-rows.ts";
import { readSqlDump } from "./sql-dump.ts";
import type { TableRow, XxlTables } from "./table-row.ts";
import { xxlJob } from "./xxl-job.ts";

/** A name is in the plan of each of its jobs. */
const LONGEST_APP_NAME = 256;

/**
 * XXL-JOB's tables `xxl_job_info` and `xxl_job_group`, of 2.2 to 3.5: a MySQL dump, JSON, or CSV of the jobs with the executor's name in
 * a column `app_name`.
 */
export const readXxl: ReadSource = (text, { timeZone }) => {
  const { jobs: rows, groups } = readTables(text);
  // Nothing else names a job when the same file is imported again.
  const hasId = ({ values }: TableRow): boolean => (values["id"] ?? "").trim() !== "";
  const [jobs, withoutId] = [rows.filter(hasId), rows.filter((row) => !hasId(row))];
  if (jobs.length === 0) throw new ImportMistake("nothing_found", { wanted: "INSERT INTO xxl_job_info" });
  if (jobs.length > MOST_JOBS) throw new ImportMistake("too_many_jobs", { max: MOST_JOBS });
  const apps = new Map(groups.map(({ values }) => [values["id"] ?? "", values["app_name"] ?? ""]));
  const appOf = ({ values }: TableRow): string | null =>
    (values["app_name"] ?? apps.get(values["job_group"] ?? ""))?.slice(0, LONGEST_APP_NAME) ?? null;
  const ids = new Map(
    jobs.map((row) => [
      row.values["id"] ?? "",
      `${appOf(row) ?? row.values["job_group"]}/${row.values["id"]}`,
    ]),
  );
  const handlers = Map.groupBy(
    jobs,
    ({ values }) => `${values["job_group"]}/${values["executor_handler"] ?? ""}`,
  );
  return {
    jobs: jobs.map((row) => {
      const { values } = row;
      const isAlone =
        handlers.get(`${values["job_group"]}/${values["executor_handler"] ?? ""}`)?.length === 1;
      return xxlJob(row, { timeZone, appName: appOf(row), isAlone, ids });
    }),
    mistakes: withoutId.map(({ line }) => ({ line, code: "id_missing", parameters: {} })),
  };
};

function readTables(text: string): XxlTables {
  const first = text.trimStart();
  if (first.startsWith("{") || first.startsWith("[")) return readJsonRows(text);
  const [header = ""] = first.split(/\r?\n/, 1);
  if (/^\ufeff?["\w]+(\s*,\s*["\w]+)+\s*$/.test(header)) {
    const names = header.toLowerCase();
    if (!names.includes("job_group") || !/schedule_conf|job_cron/.test(names))
      throw new ImportMistake("csv_columns", { line: 1 });
    return { jobs: readCsv(first), groups: [] };
  }
  return readSqlDump(text);
}
