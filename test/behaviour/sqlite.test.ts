import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, type SqliteStores } from "@mojob/sqlite";
import { afterAll, beforeAll } from "vitest";
import { describeBehaviour } from "./behaviour.ts";
import { createDurableHarness } from "./durable-deployment.ts";

const folder = mkdtempSync(join(tmpdir(), "mojob-behaviour-"));
let stores: SqliteStores;

beforeAll(async () => {
  stores = await openSqlite(join(folder, "mojob.db"));
}, 120_000);

afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

describeBehaviour(createDurableHarness("embedded on SQLite", () => stores));
