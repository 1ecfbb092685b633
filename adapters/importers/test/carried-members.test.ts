import { describe, expect, it } from "vitest";
import type { JsonValue } from "@mojob/core";
import { ImportMistake } from "../src/import-mistake.ts";
import { planImport, type PlannedJob } from "../src/plan/plan-import.ts";
import type { ImportSource } from "../src/sources/import-source.ts";
import { SOURCE_RECORDS } from "./source-records.ts";

type Row = Readonly<Record<string, JsonValue>>;

interface Sample {
  readonly base: Row;
  /** A record that differs by one member, for each that is carried over; `from` where that needs another base. */
  readonly others: Readonly<Record<string, JsonValue | { readonly from: Row; readonly value: JsonValue }>>;
  /** The file of a record. */
  readonly file?: (row: Row) => JsonValue;
}

const at = (time: string): JsonValue => ({ $date: `2027-01-01T${time}:00Z` });
const EVERY = { key: "k", id: "k", name: "send", every: 60_000 };
const XXL = {
  id: 1,
  job_group: 1,
  app_name: "shop",
  job_desc: "Close",
  glue_type: "BEAN",
  executor_handler: "close",
  schedule_type: "CRON",
  schedule_conf: "0 0 3 * * ?",
};
const XXL_EVERY = { ...XXL, schedule_type: "FIX_RATE", schedule_conf: "60" };
const XXL_SCRIPT = { ...XXL, glue_type: "GLUE_SHELL", glue_source: "date", executor_handler: "" };
const without = (row: Row, name: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
const other = (from: Row, value: JsonValue): { readonly from: Row; readonly value: JsonValue } => ({
  from,
  value,
});
const NAMED = without(XXL, "job_desc");
const ZONED = ["schedule_timezone", "schedule_time_zone", "time_zone", "timezone"];

/** Of the sources whose records are flat. */
const SAMPLES: Readonly<Partial<Record<`${ImportSource} ${string}`, Sample>>> = {
  "xxl xxl_job_info": {
    base: XXL,
    file: (row) => ({ xxl_job_info: [row], xxl_job_group: [{ id: 2, app_name: "stock" }] }),
    others: {
      id: 9,
      job_group: other(without(XXL, "app_name"), 2),
      app_name: "mail",
      job_desc: "Open",
      name: other(NAMED, "Open"),
      author: "li",
      schedule_type: "FIX_DELAY",
      schedule_conf: "0 0 4 * * ?",
      job_cron: other(without(without(XXL, "schedule_conf"), "schedule_type"), "0 0 5 * * ?"),
      trigger_next_time: other(XXL_EVERY, 1_800_000_000_000),
      trigger_last_time: other(XXL_EVERY, 1_700_000_000_000),
      ...Object.fromEntries(ZONED.map((name) => [name, "Asia/Tokyo"])),
      misfire_strategy: "FIRE_ONCE_NOW",
      executor_route_strategy: "CONSISTENT_HASH",
      executor_block_strategy: "COVER_EARLY",
      executor_handler: "open",
      glue_type: other(XXL_SCRIPT, "GLUE_PYTHON"),
      glue_source: other(XXL_SCRIPT, "ls"),
      executor_param: "all",
      executor_timeout: 30,
      executor_fail_retry_count: 3,
      child_jobid: "1,7",
    },
  },
  "agenda agendaJobs": {
    base: { _id: "1", name: "send", repeatInterval: "1 hour" },
    file: (row) => [row],
    others: {
      _id: "2",
      name: "mail",
      data: { to: "a" },
      priority: 10,
      repeatInterval: "2 hours",
      repeatAt: other({ _id: "1", name: "send" }, "3:30pm"),
      nextRunAt: at("03:30"),
      lastRunAt: at("03:40"),
      repeatTimezone: other({ _id: "1", name: "send", repeatInterval: "0 6 * * *" }, "Asia/Tokyo"),
      startDate: at("05:00"),
      endDate: at("06:00"),
    },
  },
  "bullmq schedulers": {
    base: EVERY,
    file: (row) => ({ queue: "mail", schedulers: [row] }),
    others: {
      key: other(without(EVERY, "id"), "z"),
      id: other(without(EVERY, "key"), "z"),
      name: "other",
      pattern: other(without(EVERY, "every"), "0 0 3 * * *"),
      cron: other(without(EVERY, "every"), "0 0 3 * * *"),
      every: 120_000,
      tz: other({ ...without(EVERY, "every"), pattern: "0 0 3 * * *" }, "Asia/Tokyo"),
      next: 1_800_000_012_345,
      offset: 12_345,
      startDate: 1_800_000_000_000,
      endDate: 1_900_000_000_000,
      template: { data: { to: "a" } },
      data: { to: "a" },
      opts: { attempts: 4, priority: 3 },
    },
  },
  "bullmq opts": {
    base: { attempts: 3 },
    file: (row) => ({ queue: "mail", schedulers: [{ ...EVERY, opts: row }] }),
    others: { attempts: 5, backoff: { type: "exponential", delay: 5000 }, priority: 4 },
  },
};

function planned(source: ImportSource, content: JsonValue): PlannedJob | undefined {
  const text = JSON.stringify(content);
  try {
    return planImport({ source, text, timeZone: "UTC", app: "ops" }).jobs[0];
  } catch (error) {
    // A file of which nothing can be read has no job.
    if (error instanceof ImportMistake) return undefined;
    throw error;
  }
}

/** What a job has under the name that the table gives it. */
function valueOf(job: PlannedJob | undefined, label: string): unknown {
  const [name = "", inner] = label.split(".");
  const { options, ...request } = job?.request ?? { options: {} };
  const places: readonly Readonly<Record<string, unknown>>[] = [
    { ...request },
    options,
    { ...job?.schedule },
    { ...job?.source },
    { children: job?.children },
  ];
  if (label === "labels.import") return job?.mark;
  const values = places.map((place) => place[name]).filter((value) => value !== undefined);
  return inner === undefined ? values : values.map((value) => (value as Record<string, unknown>)[inner]);
}

describe.each(SOURCE_RECORDS.filter(({ source, record }) => `${source} ${record}` in SAMPLES))(
  "what $source says in $record",
  ({ source, record, members }) => {
    const sample = SAMPLES[`${source} ${record}`];
    const carried = Object.entries(members).flatMap(([name, { as }]) =>
      as === null ? [] : [[name, as] as const],
    );

    it.each(carried)("under %s becomes %s", (name, as) => {
      const { base = {}, others = {}, file = (row: Row) => row } = sample ?? {};
      const given = others[name];
      expect(given, "the sample has no other value").toBeDefined();
      const hasBase = typeof given === "object" && given !== null && "from" in given;
      const { from, value } = (hasBase ? given : { from: base, value: given }) as {
        from: Row;
        value: JsonValue;
      };
      const [one, changed] = [from, { ...from, [name]: value }].map((row) => planned(source, file(row)));
      const isCarried = as
        .split(", ")
        .some((label) => JSON.stringify(valueOf(one, label)) !== JSON.stringify(valueOf(changed, label)));
      expect(isCarried, JSON.stringify(changed?.findings)).toBe(true);
    });
  },
);
