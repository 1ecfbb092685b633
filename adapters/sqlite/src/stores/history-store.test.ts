import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { anAct } from "@mojob/contract-tests";
import { defineTriggeredJob } from "@mojob/core";
import { toTaggedJson } from "@mojob/core/ports";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../file/migrate.ts";
import { MIGRATIONS } from "../file/schema.ts";
import { Sql } from "../file/sql.ts";
import { openSqlite } from "../mod.ts";

/** How many steps the version before the audit had. */
const BEFORE = MIGRATIONS.findIndex((step) => step.includes("ADD COLUMN links"));

it("a file of a version before the audit has its acts there, which are counted as not chained", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "jobs.db");
  const older = new DatabaseSync(path);
  migrate(new Sql(older), path, MIGRATIONS.slice(0, BEFORE));
  const { subject: _, outcome: __, code: ___, from: ____, ...act } = anAct("default", 1, { jobKey: "greet" });
  older
    .prepare("INSERT INTO history VALUES ('default', ?, ?, 'shop', 'greet', '', '', '', 'pause', ?)")
    .run(act.id, act.at.getTime(), toTaggedJson(act));
  older.close();
  const stores = await openSqlite(path);
  const jobs = [defineTriggeredJob({ key: "greet", execute: () => "Hello" })];
  const { scheduler, close } = await startEmbedded({ app: "shop", jobs, ...stores });
  onTestFinished(async () => {
    await close();
    await stores.close();
  });
  const page = { limit: 10 };
  const whole = { ...act, subject: null, outcome: "done", code: null, from: null };
  for (const query of [{}, { actor: "li" }, { outcome: "done" }, { jobKey: "greet" }] as const)
    expect((await scheduler.audit.list(query, page)).items).toEqual([whole]);
  expect((await scheduler.history.list({}, page)).items).toEqual([whole]);
  await scheduler.instances.trigger("greet", { manual: true });
  expect(await scheduler.audit.verify()).toMatchObject({ ok: true, entries: 2, unchained: 1 });
});
