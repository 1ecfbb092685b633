import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openSqlite } from "@mojob/sqlite";
import { printFigures } from "../embedded/figures.ts";
import { type BenchStores, measureQueueing } from "../embedded/queueing.ts";

// npm run sqlite-queueing --workspace bench -- [rounds]
//
// What queues, keys and fairness cost on a SQLite file that waits for the disk at every commit; each round on a file of its own.

async function onFile(): Promise<BenchStores> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-bench-"));
  const stores = await openSqlite(join(folder, "mojob.db"), {});
  return {
    parts: { store: stores.store, state: stores.state },
    close: async () => {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const rounds = Number(process.argv[2] ?? 5);
printFigures(`queueing, on SQLite, ${rounds} rounds`, await measureQueueing({ open: onFile, rounds }));
