import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { aRollup } from "@mojob/contract-tests";
import { NO_ROLLUPS, numbersOf, toTaggedJson } from "@mojob/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { migrate } from "../file/migrate.ts";
import { MIGRATIONS } from "../file/schema.ts";
import { Sql } from "../file/sql.ts";
import { openSqlite } from "../mod.ts";

/** The schema whose sums have no numbers beside them. */
const BEFORE = MIGRATIONS.findIndex((step) => step.includes("numbered_rollups"));
const AT = new Date("2026-01-01T00:00:00.000Z");
const NOW = new Date("2026-03-01T00:00:00.000Z");

it("sums of an earlier version are read, put in order and added to", async () => {
  const path = join(temporaryFolder(), "jobs.db");
  const older = new DatabaseSync(path, { returnArrays: true });
  migrate(new Sql(older), path, MIGRATIONS.slice(0, BEFORE));
  const row = aRollup({ at: AT, tookMs: [100, 100, 4000], codes: ["timeout"] });
  const { duration, ...others } = row.figures;
  // With buckets by their numbers, as they were stored then.
  const buckets = Object.fromEntries(
    duration.buckets.flatMap((bucket, index) =>
      index % 2 === 0 ? [[String(bucket), duration.buckets[index + 1]]] : [],
    ),
  );
  const none = { count: 0, sum: 0, max: 0, buckets: {} };
  const figures = { ...others, duration: { ...duration, buckets }, wait: none, lateness: none };
  older
    .prepare(
      "INSERT INTO rollups (tenant, generation, grain, kind, at, app, id, figures) VALUES (?, 0, ?, ?, ?, ?, ?, ?)",
    )
    .run("default", row.grain, row.kind, AT.getTime(), row.app, row.id, JSON.stringify(figures));
  const state = { ...NO_ROLLUPS, position: "a", at: AT };
  older.prepare("INSERT INTO rollup_states VALUES (?, ?)").run("default", toTaggedJson(state));
  older.close();

  const { store, close } = await openSqlite(path);
  onTestFinished(close);
  const { rollups } = store;
  const query = { tenant: "default", grain: row.grain, kind: row.kind, from: AT, before: NOW, limit: 9 };
  expect(await rollups.list(query)).toEqual([row]);
  const { tenant, kind, grain, from, before } = query;
  const tally = () => rollups.tally({ tenant, kind, times: [{ grain, from, before }], limit: 9 });
  // The 95th percentile was not stored: the longest stands for it until the sum is written again.
  const { app, id } = row;
  expect(await tally()).toEqual([{ app, id, ...numbersOf(row.figures), durationP95s: 3 * 4000 }]);
  await rollups.add({ tenant, from: "a", to: "b", at: NOW, rows: [row], isDraft: false });
  const both = aRollup({ tookMs: [100, 100, 4000, 100, 100, 4000], codes: ["timeout", "timeout"] }).figures;
  expect(await tally()).toEqual([{ app, id, ...numbersOf(both) }]);
  expect((await rollups.state(tenant)).coarseFrom).toEqual(new Date("2026-03-12T00:00:00.000Z"));
});
