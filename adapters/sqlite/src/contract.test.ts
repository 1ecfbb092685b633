import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMetadataStore, describeStateStore } from "@mojob/contract-tests";
import { createFakeClock } from "@mojob/core/testing";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, it } from "vitest";
import { CallQueue } from "./link/call-queue.ts";
import type { Database } from "./link/database.ts";
import { LocalRunner } from "./link/local-runner.ts";
import { ThreadRunner } from "./link/thread-runner.ts";
import { MetadataStoreSqliteProvider } from "./stores/metadata-store.ts";
import { StateStoreSqlite } from "./stores/state-store.ts";
import { StorePart } from "./stores/store-part.ts";

describe.each([
  { where: "in a thread of its own", runner: ThreadRunner },
  { where: "in the caller's thread", runner: LocalRunner },
])("on SQLite $where", { timeout: 120_000 }, ({ runner }) => {
  const clock = createFakeClock();
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mojob-sqlite-"));
    const path = join(folder, "mojob.db");
    database = new CallQueue(
      await runner.open({ path, standsBy: false, isSynced: false, cacheKiB: 8192, walLimitBytes: 2 ** 20 }),
    );
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
      open: async () => new MetadataStoreSqliteProvider(part(), () => {}),
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
