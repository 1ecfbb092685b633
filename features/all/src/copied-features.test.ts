import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { copyStore, type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { expect, it, onTestFinished } from "vitest";

const TENANT = "default";
const RANGE = { from: "2026-03-10T00:00:00Z", to: "2026-03-11T00:00:00Z" };
const SAMPLED = { from: new Date(RANGE.from), to: new Date(RANGE.to), step: "sample" } as const;
const mail = defineTriggeredJob({ key: "mail", whenFull: "queue", execute: () => "sent" });

it("exports, archives, samples, summaries of reports and what was measured are copied from memory into a file", async () => {
  const clock = createFakeClock("2026-03-10T12:00:00Z");
  const source = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory({ clock }) };
  const options = { features: FEATURES, app: "a", jobs: [mail], clock };
  const first = await startEmbedded({ ...options, ...source });
  const { exports, archives, reports, storage } = first.scheduler;
  await first.scheduler.trigger(mail);
  const { id } = await exports.create({ ...RANGE, include: ["logs"] });
  // Samples are looked at each minute; what is kept is measured in its own time.
  for (let waited = 0; waited < 60; waited += 1) {
    await saveSample(source, clock.now());
    await clock.advance(10_000);
  }
  const { size } = await exports.get(id);
  const fileIn = async ({ scheduler }: Embedded): Promise<Buffer> =>
    Buffer.from(await new Response(await scheduler.exports.read(id, 0, size)).arrayBuffer());
  const file = await fileIn(first);
  const archive = await archives.import(
    "week.gz",
    (async function* () {
      yield new Uint8Array(file);
    })(),
  );
  const summary = await reports.createSummary({
    name: "Mornings",
    job: "mail",
    interval: "daily",
    hour: 8,
    timeZone: "UTC",
  });
  const shownBy = async ({ scheduler }: Embedded): Promise<object> => ({
    samples: await scheduler.samples.samplesOf(SAMPLED),
    storage: await scheduler.storage.read(),
    runs: await scheduler.archives.runs(archive.id, {}, { limit: 10 }),
    summaries: await scheduler.reports.summaries(),
  });
  const shown = await shownBy(first);
  expect((await first.scheduler.samples.samplesOf(SAMPLED)).items[0]?.points.length).toBeGreaterThan(9);
  expect((await storage.read()).measuredAt).not.toBeNull();
  expect(await reports.summaries()).toEqual([summary]);
  const closing = first.close();
  await clock.advance(1000);
  await closing;

  const folder = await mkdtemp(join(tmpdir(), "mojob-copied-features-"));
  const target = await openSqlite(join(folder, "copy.db"), { clock });
  onTestFinished(async () => {
    await target.close();
    await rm(folder, { recursive: true, force: true });
  });
  const copying = copyStore(source, target, { clock, features: FEATURES });
  const copied = copying.then(
    () => true,
    () => true,
  );
  // It waits whether a worker that was seen last is alive.
  while (!(await Promise.race([copied, clock.advance(1000).then(() => false)])));
  await copying;
  const second = await startEmbedded({ ...options, ...target });
  expect((await fileIn(second)).equals(file)).toBe(true);
  expect(await shownBy(second)).toEqual(shown);
  const reopened = second.close();
  await clock.advance(1000);
  await reopened;
});

async function saveSample(
  { store }: { readonly store: MetadataStoreInMemoryProvider },
  at: Date,
): Promise<void> {
  await store.executors.save({
    id: "w-1",
    tenant: TENANT,
    app: "a",
    name: "one",
    runtime: "node",
    runtimeVersion: "24",
    startedAt: at,
    lastSeenAt: at,
    running: 0,
    abandoned: 0,
    limit: null,
    draining: false,
    jobKeys: [],
    samples: [
      {
        at,
        ms: 10_000,
        processor: 0.5,
        memoryBytes: 1000,
        loopDelayMs: 1,
        loopDelayP99Ms: 2,
        running: 0,
        limit: null,
      },
    ],
  });
}
