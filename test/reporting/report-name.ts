import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Where reports are kept. */
export const REPORTS: string = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/** The name of this run's report: that of its list, or what `TEST_REPORT` says where a list is run in parts. */
export function reportName(list: string): string {
  return process.env["TEST_REPORT"] ?? list;
}

/** What Vitest writes. */
export function reportPath(name: string): string {
  return join(REPORTS, `test-report-${name}.json`);
}

/** The tests that failed first and passed when they were run again. */
export function secondTriesPath(name: string): string {
  return join(REPORTS, `second-tries-${name}.json`);
}
