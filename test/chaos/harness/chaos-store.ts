import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { connectMongodb } from "@mojob/mongodb";
import { backupSqlite, openSqlite } from "@mojob/sqlite";
import { startMongodb } from "@mojob/test-services/mongodb";
import { SmallDisk } from "../faults/small-disk.ts";
import type { Stores } from "../faults/intercept.ts";

const DATABASE = "chaos";

/** Where a system under chaos keeps its runs. */
export interface ChaosStore {
  /** Of its server; `null` for a store that has none. */
  readonly port: number | null;
  /** `MOJOB_STORE` of a process that reaches the server through this port. */
  address(linkPort: number | null): string;
  /** Reads what is kept, past every faulty link. */
  read<Found>(use: (stores: Stores) => Promise<Found>): Promise<Found>;
  /** The file system that it alone is on; `null` where it has none of its own. */
  readonly disk: SmallDisk | null;
  /** Kills the server; a store without one dies with its process. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openMongodbStore(): Promise<ChaosStore> {
  const server = await startMongodb({ durable: true });
  const url = new URL(server.url);
  const port = Number(url.port);
  url.pathname = `/${DATABASE}`;
  const stores = await connectMongodb(url.href);
  return {
    port,
    disk: null,
    address: (linkPort) => `mongodb://127.0.0.1:${linkPort}/${DATABASE}?directConnection=true`,
    read: (use) => use(stores),
    kill: () => server.kill(),
    restart: () => server.restart(),
    async close() {
      await stores.close();
      await server.close();
    },
  };
}

/** One file, which the process under chaos owns: it is read in a copy of the moment. */
export async function openSqliteStore(folder: string, diskMebibytes: number | null): Promise<ChaosStore> {
  const disk = diskMebibytes === null ? null : await SmallDisk.mount(join(folder, "disk"), diskMebibytes);
  const path = join(disk?.folder ?? folder, "mojob.db");
  return {
    port: null,
    disk,
    address: () => `sqlite:${path}`,
    async read(use) {
      const copies = await mkdtemp(join(folder, "copy-"));
      try {
        const copy = join(copies, "mojob.db");
        await backupSqlite(path, copy);
        await using stores = await openSqlite(copy, { relaxed: true });
        return await use(stores);
      } finally {
        await rm(copies, { recursive: true });
      }
    },
    async kill() {},
    async restart() {},
    close: async () => disk?.unmount(),
  };
}
