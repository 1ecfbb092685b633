import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as timer } from "node:timers/promises";
import { defineRecurringJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import type { Figure } from "./figures.ts";
import type { OpenedStore } from "./opened-store.ts";
import { measureFairness } from "./tenant-fairness.ts";

const TENANTS = Number(process.env["TENANTS"] ?? 200);
const JOBS = 50;
const IDLE_MS = 15_000;
const MIB = 1024 ** 2;

/** Jobs that fire once a year, so that nothing runs while it is measured. */
const jobs = Array.from({ length: JOBS }, (_, index) =>
  defineRecurringJob({ key: `job-${index}`, cron: "0 0 0 29 2 *", execute: () => {} }),
);

const STORES: Readonly<Record<string, () => Promise<OpenedStore>>> = {
  memory: async () => ({ options: { inMemory: true }, close: async () => {} }),
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), "mojob-tenants-"));
    const { store, state, close } = await openSqlite(join(folder, "jobs.db"), { onError: console.error });
    return {
      options: { store, state, isShared: false },
      close: async () => {
        await close();
        await rm(folder, { recursive: true });
      },
    };
  },
};

const nameOf = (index: number): string => `tenant-${index}`;

async function addUpTo(embedded: Embedded, count: number): Promise<number> {
  const begun = performance.now();
  for (let index = embedded.deployment.tenants.length; index < count; index += 1)
    await embedded.deployment.addTenant(nameOf(index));
  return performance.now() - begun;
}

/** Memory, and the part of a core that is used while nothing happens. */
async function idle(): Promise<{ readonly rss: number; readonly heap: number; readonly core: number }> {
  await timer(2000);
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  const before = process.cpuUsage();
  const begun = performance.now();
  await timer(IDLE_MS);
  const { user, system } = process.cpuUsage(before);
  return { rss, heap, core: (user + system) / 1000 / (performance.now() - begun) };
}

async function measure(opened: OpenedStore): Promise<readonly Figure[]> {
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    jobs,
    tenant: nameOf(0),
    ...opened.options,
  });
  const half = Math.floor(TENANTS / 2);
  const first = await addUpTo(embedded, half);
  const one = await idle();
  const second = await addUpTo(embedded, TENANTS);
  const two = await idle();
  await embedded.close();
  await opened.close();
  const added = TENANTS - half;
  const mib = (bytes: number): string => `${(bytes / MIB).toFixed(2)} MiB`;
  const percent = (core: number): string => `${(100 * core).toFixed(3)} % of a core`;
  return [
    { what: `adding the first ${half} tenants`, value: `${(first / half).toFixed(1)} ms each`, aim: "" },
    { what: `adding the next ${added}`, value: `${(second / added).toFixed(1)} ms each`, aim: "" },
    { what: `memory with ${TENANTS} tenants`, value: mib(two.rss), aim: "" },
    { what: "memory of one more, of the process", value: mib((two.rss - one.rss) / added), aim: "< 2 MiB" },
    { what: "memory of one more, in the heap", value: mib((two.heap - one.heap) / added), aim: "< 2 MiB" },
    { what: `idle with ${TENANTS} tenants`, value: percent(two.core), aim: "" },
    { what: "idle of one more", value: percent((two.core - one.core) / added), aim: "< 0.2 %" },
  ];
}

/** What a tenant costs while nothing happens, and what one that is loud costs another, in memory and on SQLite. */
export async function measureTenants(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, open] of Object.entries(STORES)) {
    const ofStore = [...(await measure(await open())), ...(await measureFairness(await open()))];
    figures.push(...ofStore.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })));
  }
  return figures;
}
