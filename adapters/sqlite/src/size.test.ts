import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aChange, anInstance } from "@mojob/contract-tests";
import type { IMoJobScheduleMetadataStore, JobInstance } from "@mojob/core/ports";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openDatabase } from "./link/open-database.ts";
import { openSqlite } from "./open-sqlite.ts";
import { MetadataStoreSqliteProvider } from "./stores/metadata-store.ts";
import { StorePart } from "./stores/store-part.ts";

const READER = fileURLToPath(new URL("../fixtures/reader-program.ts", import.meta.url));

async function endRuns(
  { instances }: IMoJobScheduleMetadataStore,
  from: number,
  count: number,
): Promise<void> {
  const runs = Array.from({ length: count }, (_, index): JobInstance => {
    const args = { text: "x".repeat(500) };
    return anInstance({ id: `run-${from + index}`, jobKey: "job", args });
  });
  await instances.insert(runs);
  await instances.update(
    runs.map((run) => aChange(run, { set: { state: "Cancelled", completedAt: run.createdAt } })),
  );
}

describe("the size of a file", () => {
  it("shrinks when retention removes runs", { timeout: 90_000 }, async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const stores = await openSqlite(path, { relaxed: true });
    for (let from = 0; from < 6000; from += 1000) await endRuns(stores.store, from, 1000);
    await stores.close();
    const full = statSync(path).size;
    const again = await openSqlite(path, { relaxed: true });
    const retention = {
      tenant: "default",
      jobKey: "job",
      keep: 100,
      keepSkipped: 100,
      endedBefore: new Date(0),
      limit: 500,
    };
    while ((await again.store.retention.sweep(retention)) > 0);
    await again.close();
    expect(statSync(path).size).toBeLessThan(full / 2);
  });

  it("is bounded for its log, while others read all the time", { timeout: 90_000 }, async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const logBytes = 2 ** 20;
    const settings = { path, isSynced: false, standsBy: false, cacheKiB: 2048, logBytes };
    const database = await openDatabase(settings);
    const store = new MetadataStoreSqliteProvider(
      new StorePart(database, () => database.close()),
      { path: `${path}-files`, isSynced: true },
      () => {},
    );
    await using readers = spawnProgram(NODE, READER, { args: [path] });
    await readers.line(/reading/);
    let largest = 0;
    for (let batch = 0; batch < 600; batch += 1) {
      await endRuns(store, batch * 10, 10);
      largest = Math.max(largest, statSync(`${path}-wal`).size);
    }
    await store.close();
    expect(largest).toBeLessThan(logBytes * 32);
  });
});
