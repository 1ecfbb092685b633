import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobRegistration, MoJobScheduler } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { DefaultLogger, Runtime } from "@temporalio/worker";
import { startCluster } from "../temporal/cluster.ts";

/** Where tasks are measured. */
export interface Place extends AsyncDisposable {
  readonly scheduler: MoJobScheduler;
}

type Stores = Omit<Parameters<typeof startEmbedded>[0], "app" | "jobs">;

/** By the word of the command line. */
export const PLACES: Readonly<Record<string, (jobs: readonly JobRegistration[]) => Promise<Place>>> = {
  memory: (jobs) => openEmbedded(jobs, { inMemory: true }),

  async sqlite(jobs) {
    const folder = await mkdtemp(join(tmpdir(), "mojob-tasks-"));
    const { close, ...stores } = await openSqlite(join(folder, "jobs.db"));
    return openEmbedded(jobs, stores, async () => {
      await close();
      await rm(folder, { recursive: true });
    });
  },

  async mongodb(jobs) {
    const server = await startMongodb();
    const { close, ...stores } = await connectMongodb(server.url.replace("/?", "/tasks?"));
    return openEmbedded(jobs, stores, async () => {
      await close();
      await server[Symbol.asyncDispose]();
    });
  },

  async temporal(jobs) {
    Runtime.install({ shutdownSignals: [], logger: new DefaultLogger("ERROR") });
    const [temporal, mongodb] = await Promise.all([startTemporal(), startMongodb()]);
    const cluster = await startCluster({ temporal, mongodb }, "tasks", jobs);
    return {
      scheduler: cluster.scheduler,
      async [Symbol.asyncDispose]() {
        for (const part of [cluster, temporal, mongodb]) await part[Symbol.asyncDispose]();
      },
    };
  },
};

async function openEmbedded(
  jobs: readonly JobRegistration[],
  stores: Stores,
  closeStores: () => Promise<void> = async () => {},
): Promise<Place> {
  const { scheduler, close } = await startEmbedded({ features: FEATURES, app: "bench", jobs, ...stores });
  return {
    scheduler,
    async [Symbol.asyncDispose]() {
      await close();
      await closeStores();
    },
  };
}
