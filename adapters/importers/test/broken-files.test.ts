import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportMistake } from "../src/import-mistake.ts";
import { planImport } from "../src/plan/plan-import.ts";
import type { ImportSource } from "../src/sources/import-source.ts";

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));

const DATE = { $date: "2026-01-01T00:00:00Z" };
const FILES: readonly (readonly [ImportSource, string, unknown])[] = [
  ["airflow", "Airflow 2", fixture("airflow-2")],
  ["airflow", "Airflow 3", fixture("airflow-3")],
  ["dolphinScheduler", "DolphinScheduler 2.0", fixture("dolphin-2.0")],
  ["dolphinScheduler", "DolphinScheduler 3.3", fixture("dolphin-3.3")],
  ["powerJob", "PowerJob 5.1", fixture("powerjob-5.1")],
  [
    "agenda",
    "Agenda",
    [
      {
        _id: "1",
        name: "a",
        repeatInterval: "5 minutes",
        repeatTimezone: "UTC",
        nextRunAt: DATE,
        data: { n: [1] },
      },
    ],
  ],
  [
    "bullmq",
    "BullMQ",
    {
      queue: "mail",
      schedulers: [
        {
          key: "k",
          name: "n",
          pattern: "0 * * * *",
          tz: "UTC",
          template: { data: [1], opts: { attempts: 3, backoff: { type: "fixed", delay: 5 } } },
        },
      ],
    },
  ],
  [
    "xxl",
    "XXL-JOB",
    {
      xxl_job_group: [{ id: 1, app_name: "shop", title: "Shop" }],
      xxl_job_info: [
        {
          id: 7,
          job_group: 1,
          job_desc: "d",
          schedule_type: "CRON",
          schedule_conf: "0 0 3 * * ?",
          glue_type: "BEAN",
          executor_handler: "h",
          child_jobid: "8",
          trigger_status: 1,
        },
        {
          id: 8,
          job_group: 1,
          job_desc: "e",
          schedule_type: "FIX_RATE",
          schedule_conf: "30",
          glue_type: "GLUE_SHELL",
          glue_source: "date",
          trigger_status: 0,
        },
      ],
    },
  ],
];

/** What stands where something else is expected. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    "",
    " ",
    "null",
    [],
    {},
    [[]],
    "2026-99-99",
    "0 0 0 0 0",
    "Asia/Nowhere",
    "\u0000",
    "🙂",
    "__proto__",
    "constructor",
  ),
  fc.string({ maxLength: 20 }),
  fc.double({ noNaN: true }),
  fc.array(fc.constantFrom("a", 1, null), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("id", "name", "value", "type", "x"), fc.constantFrom("a", 1, null, true), {
    maxKeys: 3,
  }),
);

/** Each member and element of a document, by where it stands. */
function* places(value: unknown): Generator<readonly [object, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* places((value as Record<string, unknown>)[key]);
  }
}

/** The document with one to four values replaced or left out; also within texts that are JSON themselves. */
function broken(document: unknown, changes: readonly (readonly [number, unknown, boolean])[]): string {
  const copy: unknown = structuredClone(document);
  for (const [at, value, isLeftOut] of changes) {
    const all = [...places(copy)];
    const [within, key] = all[at % all.length] ?? [];
    if (within === undefined || key === undefined) continue;
    if (isLeftOut) Reflect.deleteProperty(within, key);
    else Reflect.set(within, key, value);
  }
  return JSON.stringify(copy);
}

const CHANGES = fc.array(fc.tuple(fc.nat(5000), ODD, fc.boolean()), { minLength: 1, maxLength: 4 });

describe.each(FILES)("a file of %s (%s) with odd values", (source, _, document) => {
  it("is read, or refused in words", { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(CHANGES, (changes) => {
        try {
          const { jobs } = planImport({
            source,
            text: broken(document, changes),
            timeZone: "UTC",
            app: "ops",
          });
          for (const { source: read, request, findings } of jobs) {
            expect(read.id).not.toBe("");
            if (request === null) expect(findings.some(({ level }) => level === "error")).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof ImportMistake)) throw error;
        }
      }),
      { numRuns: 250, seed: 52 },
    );
  });
});
