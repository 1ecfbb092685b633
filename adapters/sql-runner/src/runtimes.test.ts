import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Databases, endsOn, forEachDialect, onEach, openDatabases } from "../fixtures/databases.ts";

const TIMEOUT_MS = 90_000;

let databases: Databases;
beforeAll(async () => {
  databases = await openDatabases();
}, TIMEOUT_MS);
afterAll(() => databases[Symbol.asyncDispose]());

const failed = (code: string, message: unknown = expect.any(String)): object => ({
  state: "Terminated",
  attempt: 1,
  result: null,
  code,
  message,
});

describe.each([NODE, BUN, DENO])("statements on $name", (runtime) => {
  it("read and write with bound values, into results and files", { timeout: TIMEOUT_MS }, async () => {
    await databases.reset();
    const memo = "'); DROP TABLE entries; --\u2028中😀";
    const jobs = forEachDialect(({ name, place, numbers, endless }) => ({
      write: {
        work: {
          connection: name,
          statement: `INSERT INTO entries VALUES (${[1, 2, 3, 4].map(place).join(", ")}), (3, '2026-11-26', 7.5, '=1+1')`,
          values: [{ arg: "/id" }, { arg: "/of/day" }, 12.25, { arg: "/memo" }],
        },
        args: { id: 2, of: { day: "2026-11-26" }, memo },
      },
      read: {
        work: {
          connection: `${name}-reads`,
          statement: `SELECT id, day, amount, memo FROM entries WHERE id > ${place(1)} ORDER BY id -- the new ones`,
          values: [1],
        },
      },
      none: { work: { connection: name, statement: "SELECT id FROM entries WHERE 1 = 0" } },
      csv: {
        work: {
          connection: `${name}-reads`,
          statement: "SELECT id, memo FROM entries ORDER BY id",
          output: { file: "entries.csv", format: "csv" },
        },
      },
      lines: {
        work: {
          connection: `${name}-reads`,
          statement: numbers(5000),
          output: { file: "numbers.jsonl", format: "jsonl" },
        },
      },
      many: { work: { connection: name, statement: numbers(10_001) } },
      fewer: { work: { connection: name, statement: numbers(20), maxRows: 19 } },
      cancel: { work: { connection: name, statement: endless }, cancelAfterMs: 1000 },
      late: { work: { connection: name, statement: endless }, options: { timeoutMs: 1000 } },
    }));
    const ends = await databases.ends(jobs, {}, runtime);
    expect(endsOn(ends, "write")).toMatchObject(onEach({ state: "Succeeded", result: { changed: 2 } }));
    const rows = [
      { id: 2, day: "2026-11-26", amount: 12.25, memo },
      { id: 3, day: "2026-11-26", amount: 7.5, memo: "=1+1" },
    ];
    expect(endsOn(ends, "read")).toMatchObject(onEach({ state: "Succeeded", result: { count: 2, rows } }));
    expect(endsOn(ends, "none")).toMatchObject(
      onEach({ state: "Succeeded", result: { count: 0, rows: [] } }),
    );
    expect(endsOn(ends, "csv")).toMatchObject(
      onEach({
        state: "Succeeded",
        result: { count: 3, file: { name: "entries.csv" } },
        text: `id,memo\r\n1,\r\n2,"${memo}"\r\n3,"'=1+1"\r\n`,
      }),
    );
    const text = Array.from({ length: 5000 }, (_, index) => `{"n":${index + 1}}\n`).join("");
    expect(endsOn(ends, "lines")).toMatchObject(
      onEach({ state: "Succeeded", result: { count: 5000 }, text }),
    );
    expect(endsOn(ends, "many")).toMatchObject(
      onEach(failed("rows_limit", expect.stringContaining("more than 10000 rows"))),
    );
    expect(endsOn(ends, "fewer")).toMatchObject(
      onEach(failed("rows_limit", expect.stringContaining("more than 19 rows"))),
    );
    expect(endsOn(ends, "cancel")).toMatchObject(onEach({ state: "Cancelled" }));
    expect(endsOn(ends, "late")).toMatchObject(onEach(failed("timeout")));
    expect(await databases.sleeping()).toEqual([0, 0]);
  });
});
