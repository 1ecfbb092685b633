import assert from "node:assert/strict";
import { anInstance, instant } from "@mojob/contract-tests";
import type { JobState } from "@mojob/core";
import { fireId } from "@mojob/core/engine";
import type { JobInstance } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { beforeAll, describe, it } from "vitest";
import { MetadataStoreInMemoryProvider } from "./metadata-store.ts";

const TENANT = "default";
const JOBS = 20;

/** A store full of ended runs whose every field read is counted; one in 5,000 is open, one in 1,000 failed for good. */
class CountedStore {
  readonly store: MetadataStoreInMemoryProvider = new MetadataStoreInMemoryProvider();
  readonly size: number;
  #reads = 0;

  constructor(size: number) {
    this.size = size;
  }

  async fill(): Promise<void> {
    const instances = Array.from({ length: this.size }, (_, index) => this.#counted(this.instance(index)));
    await this.store.instances.insert(instances);
  }

  instance(index: number): JobInstance {
    const jobKey = `job-${index % JOBS}`;
    const [createdAt, id] = [instant(index), fireId(jobKey, instant(index))];
    return anInstance({
      id,
      jobKey,
      app: `app-${index % 4}`,
      createdAt,
      completedAt: createdAt,
      state: stateOf(index),
    });
  }

  /** Fields of records read while something is done. */
  async reads(use: (store: MetadataStoreInMemoryProvider) => Promise<unknown>): Promise<number> {
    this.#reads = 0;
    await use(this.store);
    return this.#reads;
  }

  #counted(record: JobInstance): JobInstance {
    return new Proxy(record, {
      get: (target, name) => {
        this.#reads += 1;
        return target[name as keyof JobInstance];
      },
    });
  }
}

function stateOf(index: number): JobState {
  if (index % 5000 === 0) return "Enqueued";
  return index % 1000 === 7 ? "Terminated" : "Succeeded";
}

describe("MetadataStoreInMemoryProvider", () => {
  const small = new CountedStore(5000);
  const big = new CountedStore(50_000);

  beforeAll(async () => {
    await small.fill();
    await big.fill();
  });

  const uses: Readonly<Record<string, (counted: CountedStore) => Promise<number>>> = {
    "list() of everything": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT }, { limit: 50 })),
    "list() of one app": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT, app: "app-3" }, { limit: 50 })),
    "list() of one job": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT, jobKey: "job-7" }, { limit: 50 })),
    "list() of a rare state": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT, states: ["Terminated"] }, { limit: 5 })),
    "list() of a state no run is in": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT, states: ["Processing"] }, { limit: 50 })),
    "list() of a time long ago": (counted) =>
      counted.reads((store) =>
        store.queries.list({ tenant: TENANT, from: instant(100), to: instant(200) }, { limit: 50 }),
      ),
    "list() of one old id": (counted) =>
      counted.reads((store) =>
        store.queries.list({ tenant: TENANT, search: counted.instance(3).id }, { limit: 50 }),
      ),
    "list() of an id nothing has": (counted) =>
      counted.reads((store) => store.queries.list({ tenant: TENANT, search: "job-3@1970" }, { limit: 50 })),
    "count() of a common state": (counted) =>
      counted.reads((store) => store.queries.count({ tenant: TENANT, states: ["Succeeded"] }, 10_001)),
    "countByState()": (counted) => counted.reads((store) => store.statistics.countByState(TENANT, "app-1")),
    "latestByJob()": (counted) =>
      counted.reads((store) => store.queries.latestByJob(TENANT, ["job-1", "job-2"])),
    "recentByJob()": (counted) =>
      counted.reads((store) => store.queries.recentByJob(TENANT, ["job-1", "job-2"], 12)),
    "sweep() that finds nothing": (counted) =>
      counted.reads((store) =>
        store.retention.sweep({
          tenant: TENANT,
          jobKey: "job-3",
          keep: 1e9,
          keepSkipped: 1e9,
          endedBefore: instant(-1),
          limit: 10,
        }),
      ),
    "sweep() of ten runs": (counted) =>
      counted.reads((store) =>
        store.retention.sweep({
          tenant: TENANT,
          jobKey: "job-4",
          keep: 0,
          keepSkipped: 0,
          endedBefore: instant(),
          limit: 10,
        }),
      ),
  };
  for (const [name, use] of Object.entries(uses)) {
    it(`${name} reads no more of ten times as many runs`, async () => {
      const [ofSmall, ofBig] = [await use(small), await use(big)];
      assert.ok(
        ofBig <= ofSmall * 1.5 + 100,
        `read ${ofBig} fields of ${big.size} runs, ${ofSmall} of ${small.size}`,
      );
    });
  }

  it("findOpen() reads what is open and nothing else", async () => {
    const reads = await big.reads((store) =>
      store.instances.findOpen(
        { tenant: TENANT, states: ["Enqueued"], unmovedSince: instant(1e9) },
        { limit: 200 },
      ),
    );
    assert.ok(reads > 0 && reads < 100, `read ${reads} fields for 10 open runs`);
  });

  it("list() finds an old id among many that begin alike, by way of the ids", async () => {
    const page = await big.store.queries.list({ tenant: TENANT, search: "job-1@" }, { limit: 200 });
    assert.equal(page.items.length, 200);
    assert.ok(page.items.every(({ jobKey }) => jobKey === "job-1"));
    const { id } = big.instance(2);
    const old = await big.store.queries.list({ tenant: TENANT, search: id.slice(0, -1) }, { limit: 50 });
    assert.ok(old.items.some((instance) => instance.id === id));
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const request = { limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const next = await big.store.queries.list({ tenant: TENANT, search: "job-2@" }, request);
      ids.push(...next.items.map((item) => item.id));
      cursor = next.nextCursor;
    }
    assert.equal(new Set(ids).size, big.size / JOBS);
    assert.equal(ids.length, big.size / JOBS);
  });

  it("watch() reports a listener's mistake and calls no listener once the store is closed", async () => {
    const errors: unknown[] = [];
    const told: unknown[] = [];
    const store = new MetadataStoreInMemoryProvider({ onError: (error) => errors.push(error) });
    const mistake = new Error("A listener's mistake");
    await store.watch({ tenant: TENANT, topics: ["instance"] }, () => {
      throw mistake;
    });
    await store.instances.insert([anInstance()]);
    await createFakeClock().settle();
    assert.deepEqual(errors, [mistake]);
    await store.watch({ tenant: TENANT, topics: ["instance"] }, (changes) => told.push(...changes));
    const written = store.instances.insert([anInstance()]);
    await store.close();
    await written;
    await createFakeClock().settle();
    assert.deepEqual(told, []);
  });
});
