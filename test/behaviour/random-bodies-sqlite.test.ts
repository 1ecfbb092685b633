import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, type SqliteStores } from "@mojob/sqlite";
import { afterAll, beforeAll } from "vitest";
import { createDurableHarness } from "./durable-deployment.ts";
import { describeRandomBodies } from "./random-bodies.ts";

const folder = mkdtempSync(join(tmpdir(), "mojob-bodies-"));
let stores: SqliteStores;

beforeAll(async () => {
  stores = await openSqlite(join(folder, "mojob.db"));
}, 120_000);

afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

describeRandomBodies(
  createDurableHarness("embedded on SQLite", () => stores),
  { bodies: 200, atOnce: 50 },
);
