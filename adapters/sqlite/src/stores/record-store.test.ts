import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { anIncident, aNote, aScriptVersion, NOTES } from "@mojob/contract-tests";
import { toTaggedJson } from "@mojob/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { migrate } from "../file/migrate.ts";
import { MIGRATIONS } from "../file/schema.ts";
import { Sql } from "../file/sql.ts";
import { openSqlite, type SqliteStores } from "../mod.ts";

const BEFORE = MIGRATIONS.findIndex((step) => step.includes("scripts_id"));
const TENANT = "default";

async function open(path: string): Promise<SqliteStores["store"]> {
  const stores = await openSqlite(path);
  onTestFinished(() => stores.close());
  return stores.store;
}

it("a file of a version before records has its incidents and scripts there, which are written on", async () => {
  const path = join(temporaryFolder(), "jobs.db");
  const older = new DatabaseSync(path);
  migrate(new Sql(older), path, MIGRATIONS.slice(0, BEFORE));
  const incident = anIncident(TENANT, 1, { app: null, jobKey: null });
  const { source, ...summary } = aScriptVersion(TENANT, 1);
  older
    .prepare("INSERT INTO incidents VALUES (?, ?, ?, 1, 1, ?, 'open', '', '', '', ?, NULL, 0, ?)")
    .run(
      TENANT,
      incident.id,
      incident.key,
      incident.condition,
      incident.openedAt.getTime(),
      toTaggedJson(incident),
    );
  older
    .prepare("INSERT INTO scripts VALUES (?, ?, 1, ?, ?)")
    .run(TENANT, summary.jobKey, toTaggedJson(summary), source);
  older.close();
  const { incidents, scripts } = await open(path);
  expect(await incidents.get(TENANT, [incident.id])).toEqual([incident]);
  expect((await incidents.list({ tenant: TENANT, states: ["open"] }, { limit: 9 })).items).toEqual([
    incident,
  ]);
  const second = { ...incident, revision: 2, count: 2 };
  expect(await incidents.write([incident, second])).toEqual([false, true]);
  expect(await incidents.unsettled(TENANT, 9)).toEqual([second]);
  expect(await scripts.get(TENANT, summary.jobKey, 1)).toEqual({ ...summary, source });
  await scripts.keep(aScriptVersion(TENANT, 1, { source: "another" }));
  await scripts.keep(aScriptVersion(TENANT, 2));
  const listed = await scripts.list(TENANT, summary.jobKey, null, 9);
  expect(listed.map(({ version }) => version)).toEqual([2, 1]);
  expect(await scripts.get(TENANT, summary.jobKey, 1)).toEqual({ ...summary, source });
});

it("records of a kind are in a table of their name, which the next process finds", async () => {
  const path = join(temporaryFolder(), "jobs.db");
  const first = await openSqlite(path);
  await first.store.records(NOTES).put([aNote(TENANT, 1)]);
  await first.close();
  const file = new DatabaseSync(path);
  expect({ ...file.prepare("SELECT id, revision, topic, rank, done, text FROM notes").get() }).toEqual({
    id: "note-001",
    revision: 1,
    topic: "shop",
    rank: 1,
    done: 0,
    text: "Text 1",
  });
  const plan = file
    .prepare(
      "EXPLAIN QUERY PLAN SELECT id FROM notes WHERE tenant = ? AND topic = ? ORDER BY at DESC, id DESC",
    )
    .all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH notes USING INDEX notes_topic (tenant=? AND topic=?)",
  ]);
  file.close();
  const notes = (await open(path)).records(NOTES);
  expect(await notes.put([aNote(TENANT, 1), aNote(TENANT, 1, { revision: 2 })])).toEqual([false, true]);
  const where = { topic: "shop" };
  expect(await notes.find({ tenant: TENANT, where, order: ["id"], limit: 9 })).toHaveLength(1);
});

it("a record is refused whose field `id` is not its key, because both are one column", async () => {
  const store = await open(join(temporaryFolder(), "jobs.db"));
  const notes = store.records({ ...NOTES, key: ({ id }) => `shelf/${id}` });
  await expect(notes.put([aNote(TENANT, 1)])).rejects.toMatchObject({
    code: "invalid_argument",
    message: 'Cannot keep a record of "notes" under "shelf/note-001": its field "id" must be its key',
  });
});
