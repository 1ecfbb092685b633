import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { anAdmission, anInstance } from "@mojob/contract-tests";
import { laneOf } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { migrate } from "./file/migrate.ts";
import { APPLICATION_ID, MIGRATIONS } from "./file/schema.ts";
import { Sql } from "./file/sql.ts";
import { STATE_CODES } from "./rows/state-code.ts";
import { openSqlite } from "./open-sqlite.ts";

async function refusal(path: string): Promise<unknown> {
  return openSqlite(path).then(
    () => "opened",
    (error: unknown) => error,
  );
}

describe("opening a file", () => {
  it("refuses what is no SQLite file, and leaves it as it was", async () => {
    const path = join(temporaryFolder(), "notes.txt");
    writeFileSync(path, "Not a database, but somebody's notes.".repeat(100));
    expect(await refusal(path)).toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("is not a SQLite file; name another path"),
    });
  });

  it("refuses another program's file", async () => {
    const path = join(temporaryFolder(), "other.db");
    const other = new DatabaseSync(path);
    other.exec("CREATE TABLE theirs (x)");
    other.close();
    expect(await refusal(path)).toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("another program"),
    });
  });

  it("refuses a file of a newer version, and says so", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    await (await openSqlite(path)).close();
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    expect(await refusal(path)).toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("a newer version has written it"),
    });
  });

  it("brings a file from before lanes to this version: a slot that is held stays held", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const older = new DatabaseSync(path);
    migrate(new Sql(older), path, MIGRATIONS.slice(0, 1));
    older.exec(`
      INSERT INTO jobs VALUES (1, 1, 'default', 'billing', 'job');
      INSERT INTO runs (n, tenant, job, slot, id, kind, state, trigger, priority, created_at, updated_at, attempt, retry_count,
        dispatch_id, claim, history) VALUES (1, 1, 1, 0, 'holder', 1, ${STATE_CODES.Processing}, '{"type":"code"}', 3, 0, 0, 1, 0, 'd', 'c', '');
      UPDATE sequences SET value = 1 WHERE name = 'tenant';
    `);
    older.close();
    const { store, close } = await openSqlite(path);
    const own = anInstance({ app: "billing", jobKey: "job" });
    const other = anInstance({ app: "billing", jobKey: "job", lane: laneOf("job", { shard: 0 }) });
    await store.instances.insert([own, other]);
    const outcomes = await store.instances.admit([own, other].map((run) => anAdmission(run)));
    const [holder] = await store.instances.get("default", ["holder"]);
    await close();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["full", "admitted"]);
    expect(holder).toMatchObject({ lane: "job", slot: 0 });
  });

  it("counts the shards in a file from before they were counted by themselves", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const older = new DatabaseSync(path);
    migrate(new Sql(older), path, MIGRATIONS.slice(0, 9));
    const run = (n: number, id: string, lane: string, trigger: object): string =>
      `(${n}, 1, 1, ${n}, '${id}', '${lane}', 1, ${STATE_CODES.Succeeded}, '${JSON.stringify(trigger)}', 3, 0, 0, 0, 1, 0, 'd', '')`;
    older.exec(`
      INSERT INTO jobs VALUES (1, 1, 'default', 'billing', 'job');
      INSERT INTO runs (n, tenant, job, ended_seq, id, lane, kind, state, trigger, priority, created_at, updated_at, completed_at,
        attempt, retry_count, dispatch_id, history) VALUES
        ${run(1, "whole", "", { type: "code" })}, ${run(2, "~whole/#0", "job|shard|0", { type: "broadcast", of: "whole" })},
        ${run(3, "again", "job|shard|0", { type: "rerun", of: "~whole/#0" })};
      INSERT INTO run_counts VALUES (1, ${STATE_CODES.Succeeded}, 3);
      UPDATE sequences SET value = 1 WHERE name = 'tenant';
      UPDATE sequences SET value = 3 WHERE name = 'ended';
    `);
    older.close();
    const { store, close } = await openSqlite(path);
    const sweep = (keep: number): Promise<number> =>
      store.retention.sweep({
        tenant: "default",
        jobKey: "job",
        keep,
        keepSkipped: keep,
        endedBefore: new Date(-1),
        limit: 10,
      });
    expect([await sweep(2), await sweep(1), await sweep(0)]).toEqual([0, 1, 2]);
    expect((await store.statistics.countByState("default")).Succeeded).toBe(0);
    await close();
  });

  it("reads which part of another run a run is from a file in which shards alone were parts", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const older = new DatabaseSync(path);
    migrate(new Sql(older), path, MIGRATIONS.slice(0, 12));
    const run = (n: number, id: string, lane: string, trigger: object, index: number | null): string =>
      `(${n}, 1, 1, ${n}, '${id}', '${lane}', 1, ${STATE_CODES.Succeeded}, '${JSON.stringify(trigger)}', 3, 0, 0, 0, 1, 0, 'd', '',
        ${index === null ? "NULL" : `'{"strategy":"broadcast","shard":{"index":${index},"total":11}}'`})`;
    const shard = { type: "broadcast", of: "whole" };
    older.exec(`
      INSERT INTO jobs VALUES (1, 1, 'default', 'billing', 'job');
      INSERT INTO runs (n, tenant, job, ended_seq, id, lane, kind, state, trigger, priority, created_at, updated_at, completed_at,
        attempt, retry_count, dispatch_id, history, routing) VALUES
        ${run(1, "whole", "", { type: "code" }, null)}, ${run(2, "~whole/#10", "job|shard|10", shard, 10)},
        ${run(3, "~fingerprint77", "job|shard|3", shard, 3)}, ${run(4, "~whole/#4", "job|shard|4", shard, null)},
        ${run(5, "again", "job|shard|3", { type: "rerun", of: "~whole/#3" }, 3)};
      INSERT INTO run_counts VALUES (1, ${STATE_CODES.Succeeded}, 5, 3);
      INSERT INTO completions VALUES (1, 0, 'billing', ${STATE_CODES.Succeeded}, 5, 3);
      UPDATE sequences SET value = 1 WHERE name = 'tenant';
      UPDATE sequences SET value = 5 WHERE name = 'ended';
    `);
    older.close();
    const { store, close } = await openSqlite(path);
    const ids = ["whole", "~whole/#10", "~fingerprint77", "~whole/#4", "again"];
    const runs = await store.instances.get("default", ids);
    expect(runs.map((found) => found?.part)).toEqual([
      null,
      { of: "whole", name: "10" },
      { of: "whole", name: "3" },
      { of: "whole", name: "4" },
      null,
    ]);
    const listed = await store.queries.list({ tenant: "default", parts: false }, { limit: 10 });
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(["again", "whole"]);
    expect((await store.statistics.countByState("default", undefined, { parts: false })).Succeeded).toBe(2);
    const [minute] = await store.statistics.completions("default", new Date(0), undefined, { parts: false });
    expect(minute?.succeeded).toBe(2);
    await close();
  });

  it("refuses a file on a network share, and leaves nothing there", async () => {
    const path = "//mojob-no-such-server/files/mojob.db";
    expect(await refusal(path)).toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("it is on a network file system (a network share)"),
    });
    expect(existsSync("/mojob-no-such-server")).toBe(false);
  });

  it("refuses a damaged file and names what to do", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    await (await openSqlite(path)).close();
    const damaged = `${path}-damaged`;
    copyFileSync(path, damaged);
    // The header stays, all that follows is overwritten.
    const bytes = readFileSync(damaged);
    bytes.fill(0xff, 100);
    writeFileSync(damaged, bytes);
    expect(await refusal(damaged)).toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("put a backup in its place"),
    });
  });

  it("takes all steps of a migration or none", () => {
    const path = join(temporaryFolder(), "mojob.db");
    const sql = new Sql(new DatabaseSync(path));
    migrate(sql, path, ["CREATE TABLE a (x)"]);
    const steps = ["", "CREATE TABLE b (x)", "CREATE TABLE broken ("];
    expect(() => migrate(sql, path, steps)).toThrow(/incomplete input|syntax error/);
    const tables = (): unknown => sql.all("SELECT name FROM sqlite_schema ORDER BY name").flat();
    expect(tables()).toEqual(["a"]);
    migrate(sql, path, [...steps.slice(0, 2), "CREATE TABLE c (x)"]);
    expect(tables()).toEqual(["a", "b", "c"]);
    expect(sql.get("PRAGMA user_version")).toEqual([3]);
    expect(sql.get("PRAGMA application_id")).toEqual([APPLICATION_ID]);
    sql.close();
  });
});
