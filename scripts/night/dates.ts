import { join } from "node:path";
import process from "node:process";
import { ROOT } from "../../test/lists/lists.ts";

/** When the quick list is run as if it were then: on days and at moments at which tests of schedulers have failed. */
export const DATES: Readonly<Record<string, { readonly at: string; readonly timeZone?: string }>> = {
  "date: a Saturday": { at: "2027-01-02T09:00:00Z" },
  "date: the end of a year": { at: "2026-12-31T23:59:40Z" },
  "date: 29 February": { at: "2028-02-29T12:00:00Z" },
  // The clocks go from 02:00 to 03:00, half a minute after the run has begun.
  "date: the hour of a DST change": { at: "2027-03-28T00:59:30Z", timeZone: "Europe/Berlin" },
};

/** The environment in which a process and its children read that time. */
export function environmentAt(name: string): Readonly<Record<string, string>> {
  const date = DATES[name];
  if (date === undefined) throw new Error(`There is no date "${name}"`);
  const options = `--import=${join(ROOT, "test/dates/shift-date.mjs")}`;
  return {
    TEST_DATE_SHIFT_MS: String(Date.parse(date.at) - Date.now()),
    NODE_OPTIONS: [process.env["NODE_OPTIONS"], options].filter((part) => part !== undefined).join(" "),
    ...(date.timeZone !== undefined && { TZ: date.timeZone }),
  };
}
