import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defineRecurringJob } from "@mojob/core";
import { parseKeyRing } from "@mojob/core/engine";
import { startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openSqlite } from "./mod.ts";

const KEYS = parseKeyRing(`2026-11 ${btoa("k".repeat(32))}`);
const HEADS = "key LIKE 'mojob/default/audit/head/%'";
const ROLL = "key = 'mojob/default/audit/roll'";
const A_CHAIN = "(SELECT min(key) FROM state WHERE key LIKE 'mojob/default/audit/head/%')";
const A_WRITER = "(SELECT substr(min(key), 26) FROM state WHERE key LIKE 'mojob/default/audit/head/%')";
const FIRST = "id = (SELECT min(id) FROM history)";
const LAST = "id = (SELECT max(id) FROM history)";
const OF_CHAIN = `links ->> '$[0].writer' = ${A_WRITER}`;

type Verdict = Awaited<ReturnType<Awaited<ReturnType<typeof startEmbedded>>["scheduler"]["audit"]["verify"]>>;

let folder: string;
let original: string;

/** Opens a file as a process does, and does something with it. */
async function open<Result>(
  path: string,
  work: (scheduler: Awaited<ReturnType<typeof startEmbedded>>["scheduler"]) => Promise<Result>,
  keys: typeof KEYS | null = KEYS,
): Promise<Result> {
  const stores = await openSqlite(path);
  const jobs = [
    defineRecurringJob({ key: "close", cron: "0 0 1 * * *", execute: () => null }),
    defineRecurringJob({ key: "mail", cron: "0 0 1 * * *", execute: () => null }),
  ];
  const { scheduler, close } = await startEmbedded({ app: "shop", jobs, keys, ...stores });
  try {
    return await work(scheduler);
  } finally {
    await close();
    await stores.close();
  }
}

afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mojob-audit-"));
  original = join(folder, "jobs.db");
  // Each process has a chain of its own.
  for (let processes = 0; processes < 3; processes += 1)
    await open(original, async ({ jobs, audit }) => {
      for (const key of ["close", "mail"]) {
        await jobs.pause(key, { note: "because" });
        await jobs.resume(key);
      }
      expect(await audit.verify()).toMatchObject({ ok: true, isSealed: true });
    });
}, 60_000);

/** A copy of the file after somebody who has no key has edited it. */
function edited(sql: string): string {
  const path = join(temporaryFolder(), "jobs.db");
  copyFileSync(original, path);
  const file = new DatabaseSync(path);
  const before = file
    .prepare(
      "SELECT (SELECT json_group_array(record || links || kind || app || job_key || at || run || made || operation || id) FROM history) || (SELECT json_group_array(key || value) FROM state) AS text",
    )
    .get();
  file.exec(sql);
  const after = file
    .prepare(
      "SELECT (SELECT json_group_array(record || links || kind || app || job_key || at || run || made || operation || id) FROM history) || (SELECT json_group_array(key || value) FROM state) AS text",
    )
    .get();
  file.close();
  expect(after, "the edit changed something").not.toEqual(before);
  return path;
}

const verdictOf = (path: string): Promise<Verdict> => open(path, ({ audit }) => audit.verify());

const record = (of: string, value: string, where = FIRST): string =>
  `UPDATE history SET record = json_set(record, '${of}', ${value}) WHERE ${where}`;
const links = (of: string, value: string, where = LAST): string =>
  `UPDATE history SET links = json_set(links, '$[0].${of}', ${value}) WHERE ${where}`;
const column = (of: string, value: string, where = FIRST): string =>
  `UPDATE history SET ${of} = ${value} WHERE ${where}`;
const state = (where: string, of: string, value: string): string =>
  `UPDATE state SET value = json_set(value, '${of}', ${value}) WHERE ${where}`;

/** The place in a chain that its last entry but one has. */
const BEFORE_LAST = `(SELECT links ->> '$[0].hash' FROM history WHERE ${OF_CHAIN} ORDER BY id DESC LIMIT 1 OFFSET 1)`;

const EDITS: Readonly<Record<string, string>> = {
  "another kind in the record": record("$.kind", "'edit'"),
  "another actor": record("$.by", `json('{"id":"user:wu","name":"wu"}')`),
  "an operation that it was no part of": record("$.operation", "'o1'", LAST),
  "another app in the record": record("$.app", "'other'"),
  "another job in the record": record("$.jobKey", "'other'"),
  "another note": record("$.note", "'for fun'"),
  "another outcome": record("$.outcome", "'refused'"),
  "a code": record("$.code", "'forbidden'"),
  "other changes": record(
    "$.changes",
    "json('[]')",
    "record ->> '$.changes' <> '[]' AND " + FIRST.replace("min", "max"),
  ),
  "another address": record("$.from", `json('{"address":"1.2.3.4","agent":null,"requestId":"x"}')`),
  "another subject": record("$.subject", `json('{"type":"user","id":"wu"}')`),
  "the column of the kind": column("kind", "'edit'"),
  "the column of the app": column("app", "'other'"),
  "the column of the job": column("job_key", "'other'"),
  "the column of the time": column("at", "at - 1"),
  "the column of the run": column("run", "'r1'"),
  "the column of the run that was made": column("made", "'r1'"),
  "the column of the operation": column("operation", "'o1'"),
  "the column of the tenant": column("tenant", "'other'"),
  "the column of the id": column("id", "'00000000-0000-7000-8000-000000000000'"),
  "all columns of the kind": "UPDATE history SET kind = 'edit'",
  "the first entry deleted": `DELETE FROM history WHERE ${FIRST}`,
  "the last entry deleted": `DELETE FROM history WHERE ${LAST}`,
  "one in the middle deleted":
    "DELETE FROM history WHERE id = (SELECT id FROM history ORDER BY id LIMIT 1 OFFSET 3)",
  "all entries deleted": "DELETE FROM history",
  "an entry without a link": `UPDATE history SET links = '[]' WHERE ${LAST}`,
  "an entry added without a link": `INSERT INTO history (tenant, id, at, app, job_key, run, made, operation, kind, record, links)
    SELECT tenant, replace(id, substr(id, -4), 'ffff'), at, app, job_key, run, made, operation, kind,
      json_set(record, '$.id', replace(id, substr(id, -4), 'ffff')), '[]' FROM history WHERE ${LAST}`,
  "another hash in a link": links("hash", "'00'"),
  "another hash before it": links("prev", "'00'"),
  "another place": links("n", "99"),
  "another writer": links("writer", "'somebody'"),
  "two links exchanged": `UPDATE history SET links = (SELECT links FROM history WHERE ${FIRST}) WHERE ${LAST}`,
  "a chain deleted": `DELETE FROM history WHERE ${OF_CHAIN}; DELETE FROM state WHERE key = ${A_CHAIN}`,
  "a chain deleted with its place on the roll": `DELETE FROM history WHERE ${OF_CHAIN};
    UPDATE state SET value = json_remove(value, '$.places.' || '"' || ${A_WRITER} || '"') WHERE ${ROLL};
    DELETE FROM state WHERE key = ${A_CHAIN}`,
  "the tail of a chain cut, and its end written as it is then": `
    UPDATE state SET value = json_set(value, '$.n', value ->> '$.n' - 1, '$.hash', ${BEFORE_LAST}) WHERE key = ${A_CHAIN};
    DELETE FROM history WHERE id = (SELECT max(id) FROM history WHERE ${OF_CHAIN})`,
  "the end of a chain cut off": `DELETE FROM state WHERE key = ${A_CHAIN}`,
  "the ends of all chains cut off": `DELETE FROM state WHERE ${HEADS}`,
  "the seal of an end removed": `UPDATE state SET value = json_remove(value, '$.seal') WHERE key = ${A_CHAIN}`,
  "the end of another chain in place of one": `UPDATE state SET value = (SELECT value FROM state WHERE ${HEADS} ORDER BY key DESC LIMIT 1) WHERE key = ${A_CHAIN}`,
  "the first half of a chain removed, and a cut written": `
    INSERT INTO state SELECT 'mojob/default/audit/cut/' || ${A_WRITER}, json_object('n', links ->> '$[0].n', 'hash', links ->> '$[0].hash'), 1, NULL
      FROM history WHERE ${OF_CHAIN} AND links ->> '$[0].n' = 2;
    DELETE FROM history WHERE ${OF_CHAIN} AND links ->> '$[0].n' <= 2`,
  "the roll deleted": `DELETE FROM state WHERE ${ROLL}`,
  "the seal of the roll removed": `UPDATE state SET value = json_remove(value, '$.seal') WHERE ${ROLL}`,
  "the roll emptied": state(ROLL, "$.places", "json('{}')"),
  "when the chains began": `UPDATE state SET value = '"2030-01-01T00:00:00.000Z"' WHERE key = 'mojob/default/audit/begun'`,
};

describe("a file that somebody edits who has no key", () => {
  it("is edited in forty ways here", () => expect(Object.keys(EDITS).length).toBeGreaterThanOrEqual(40));

  it("is whole as it was written", async () => {
    const path = join(temporaryFolder(), "jobs.db");
    copyFileSync(original, path);
    expect(await verdictOf(path)).toMatchObject({ ok: true, isSealed: true, firstBreak: null });
  });

  it.each(Object.entries(EDITS))("is found: %s", async (_, sql) => {
    const verdict = await verdictOf(edited(sql));
    expect(verdict.ok).toBe(false);
    expect(verdict.firstBreak).not.toBeNull();
  });

  it("is not called sealed by a process without the key", async () => {
    const path = join(temporaryFolder(), "jobs.db");
    copyFileSync(original, path);
    const verify = await open(path, ({ audit }) => audit.verify(), null);
    expect(verify).toMatchObject({ ok: true, isSealed: false });
  });
});

describe("a file that was put back as a whole", () => {
  /** The file after one more process, and the heads that an operator kept then. */
  async function goneOn() {
    const path = join(temporaryFolder(), "jobs.db");
    copyFileSync(original, path);
    const kept = await open(path, async ({ jobs, audit }) => {
      await jobs.pause("close");
      return audit.heads();
    });
    return { path, kept };
  }

  it("is whole by itself, and found by heads that were kept elsewhere, with the chain that it lacks", async () => {
    const { path, kept } = await goneOn();
    const verify = () => open(path, ({ audit }) => audit.verify(kept));
    expect(await verify()).toMatchObject({ ok: true, isSealed: true });
    copyFileSync(original, path);
    expect(await verdictOf(path)).toMatchObject({ ok: true });
    const latest = kept[0]?.heads.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
    expect(await verify()).toMatchObject({
      ok: false,
      firstBreak: { writer: latest?.writer, n: latest?.n, reason: "put_back" },
    });
  });

  it("is found where its latest chain was there already, and had not come so far", async () => {
    const path = join(temporaryFolder(), "jobs.db");
    const copy = join(temporaryFolder(), "copy.db");
    copyFileSync(original, path);
    const kept = await open(path, async ({ jobs, audit }) => {
      await jobs.pause("close");
      await audit.heads();
      new DatabaseSync(path).exec(`VACUUM INTO '${copy}'`);
      await jobs.resume("close");
      await jobs.pause("mail");
      return audit.heads();
    });
    const verdict = await open(copy, ({ audit }) => audit.verify(kept));
    expect(verdict.firstBreak).toMatchObject({ reason: "put_back" });
  });

  it("is checked against no heads that somebody changed who has no key, or of another tenant", async () => {
    const { path, kept } = await goneOn();
    const changed = kept.map((part) => ({ ...part, heads: part.heads.map((head) => ({ ...head, n: 1 })) }));
    const ofAnother = kept.map((part) => ({ ...part, tenant: "other" }));
    for (const given of [changed, ofAnother])
      await expect(open(path, ({ audit }) => audit.verify(given))).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("is found also where the heads were sealed by nobody", async () => {
    const { path, kept } = await goneOn();
    copyFileSync(original, path);
    const unsealed = kept.map(({ tenant, at, heads }) => ({ tenant, at, heads }));
    const verdict = await open(path, ({ audit }) => audit.verify(unsealed), null);
    expect(verdict.firstBreak).toMatchObject({ reason: "put_back" });
  });
});
