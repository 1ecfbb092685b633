import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import { defineRecords, type Recorded } from "@mojob/core/ports";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { afterEach, describe, expect, it, vi } from "vitest";

interface EndedRun extends Recorded {
  readonly id: string;
  readonly app: string;
}

const ENDED = defineRecords({
  name: "ended_runs",
  key: ({ id }: EndedRun) => id,
  fields: { id: "text", app: "text" },
  indexes: { app: { app: 1, id: 1 } },
});

/** Notes the runs that have succeeded, each once however often it is told of one, and looks at its notes in the background. */
function noting(looked: Set<string>): Feature {
  return {
    name: "noting",
    followers: ({ engine: { tenant, store } }) => [
      {
        name: "noting",
        states: ["Succeeded"],
        async follow(runs) {
          await store.records(ENDED).put(runs.map(({ id, app }) => ({ tenant, id, app })));
        },
      },
    ],
    duties: ({ engine: { tenant, store } }) => [
      {
        name: "look at notes",
        everyMs: 20,
        async run() {
          const query = { tenant, where: { app: "shop" }, order: ["id"], limit: 10 } as const;
          for (const { id } of await store.records(ENDED).find(query)) looked.add(id);
        },
      },
    ],
  };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const STORES = {
  "in memory": async () => ({ store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() }),
  "in SQLite": async () => {
    const file = join(tmpdir(), `mojob-added-feature-${process.pid}.db`);
    const { store, state, close } = await openSqlite(file);
    closing.push(async () => {
      await close();
      for (const end of ["", "-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
    });
    return { store, state };
  },
};

describe("a feature that is added", () => {
  it.each(Object.entries(STORES))(
    "follows ends, keeps its records and works in the background, %s",
    async (_, open) => {
      const looked = new Set<string>();
      const job = defineTriggeredJob({ key: "shop.greet", execute: () => "hello" });
      const { scheduler, close } = await startEmbedded({
        app: "shop",
        jobs: [job],
        ...(await open()),
        features: [noting(looked)],
      });
      closing.push(close);
      const runs = [await scheduler.trigger(job), await scheduler.trigger(job)];
      for (const run of runs) expect(await run.result()).toBe("hello");
      await vi.waitFor(() => expect(looked).toEqual(new Set(runs.map(({ id }) => id))), { timeout: 10_000 });
    },
  );
});
