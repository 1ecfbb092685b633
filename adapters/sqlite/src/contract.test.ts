import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMetadataStore, describeStateStore } from "@mojob/contract-tests";
import { createFakeClock } from "@mojob/core/testing";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "./link/database.ts";
import { openDatabase } from "./link/open-database.ts";
import { MetadataStoreSqliteProvider } from "./stores/metadata-store.ts";
import { StateStoreSqlite } from "./stores/state-store.ts";
import { StorePart } from "./stores/store-part.ts";

describe("on SQLite", { timeout: 120_000 }, () => {
  const clock = createFakeClock();
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mojob-sqlite-"));
    const path = join(folder, "mojob.db");
    // The log is begun again all the time.
    database = await openDatabase({
      path,
      standsBy: false,
      isSynced: true,
      cacheKiB: 8192,
      logBytes: 2 ** 16,
    });
  }, 120_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  // A file is opened once for all tests: each has a store of its own on it.
  const part = (): StorePart => new StorePart(database, () => Promise.resolve());

  describeMetadataStore(
    { describe, it },
    {
      open: async () =>
        new MetadataStoreSqliteProvider(part(), { path: join(folder, "files"), isSynced: true }, () => {}),
      until: (condition) => until("the condition", condition).then(() => undefined),
      isShared: true,
      propertyRuns: 20,
    },
  );
  describeStateStore(
    { describe, it },
    {
      open: async () => new StateStoreSqlite(part(), clock),
      ttlMs: 1000,
      pass: (ms) => clock.advance(ms),
    },
  );
});
