import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { anInstance } from "@mojob/contract-tests";
import { createFakeClock } from "@mojob/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { CallQueue } from "./call-queue.ts";
import { type Call, SqliteFile } from "./sqlite-file.ts";

const NOW_MS = 0;

/** A file whose log is synced when the test says so, and only then. */
function aQueue() {
  const { path, file } = aSqliteFile(2 ** 20);
  const syncs: PromiseWithResolvers<void>[] = [];
  const queue = new CallQueue(file, {
    syncInPlace: () => file.syncInPlace(),
    syncAside() {
      syncs.push(Promise.withResolvers());
      return syncs.at(-1)!.promise;
    },
  });
  onTestFinished(() => queue.close());
  return { path, syncs, queue, ...callsOf(queue) };
}

function aSqliteFile(logBytes: number) {
  const path = join(temporaryFolder(), "mojob.db");
  return { path, file: new SqliteFile({ path, standsBy: false, isSynced: true, cacheKiB: 512, logBytes }) };
}

function callsOf(queue: CallQueue) {
  return {
    set: (key: string): Promise<number> =>
      queue.write(({ state }) => state.set({ key, value: "1", nowMs: NOW_MS, expiresMs: null })),
    keys: async (): Promise<readonly string[]> =>
      (await queue.read(({ state }) => state.list("", NOW_MS))).map(([key]) => key),
  };
}

/** Resolves once these many turns of the event loop are over: what is not settled then waits for something else. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("a call", () => {
  it("is settled when what it wrote, and what it may have read, is on the disk", async () => {
    const { syncs, set, keys } = aQueue();
    const settled: string[] = [];
    void set("a").then(() => settled.push("write"));
    await turns();
    void keys().then((found) => settled.push(`read ${String(found)}`));
    await turns();
    expect(settled).toEqual([]);
    expect(syncs.length).toBe(1);
    syncs[0]!.resolve();
    await turns();
    expect(settled).toEqual(["write", "read a"]);
    // With nothing to wait for, a read is settled without a sync.
    expect(await keys()).toEqual(["a"]);
    expect(syncs.length).toBe(1);
  });

  it("is run while the sync of another is under way, and waits for the one after it", async () => {
    const { syncs, set } = aQueue();
    const settled: string[] = [];
    const call = (key: string): void => void set(key).then(() => settled.push(key));
    call("a");
    await turns();
    call("b");
    await turns();
    call("c");
    await turns();
    syncs[0]!.resolve();
    await turns();
    expect(settled).toEqual(["a"]);
    syncs[1]!.resolve();
    await turns();
    expect(settled).toEqual(["a", "b", "c"]);
    expect(syncs.length).toBe(2);
  });

  it("that reads goes before one that writes: the write it leads to is part of the same commit", async () => {
    const { syncs, set, keys } = aQueue();
    const writes = [set("a"), keys().then((found) => set(`after ${found.length}`))];
    await turns();
    expect(syncs.length).toBe(1);
    syncs[0]!.resolve();
    await Promise.all(writes);
    expect(await keys()).toEqual(["a", "after 0"]);
  });

  it("that finds nothing to write waits for no sync of its own", async () => {
    const { syncs, queue, set } = aQueue();
    expect(await queue.write(({ state }) => state.delete("nothing", NOW_MS))).toBe(false);
    expect(syncs.length).toBe(0);
    const settled: string[] = [];
    void set("a").then(() => settled.push("write"));
    await turns();
    void queue.write(({ state }) => state.delete("nothing", NOW_MS)).then(() => settled.push("nothing"));
    await turns();
    expect(settled).toEqual([]);
    syncs[0]!.resolve();
    await turns();
    expect(settled).toEqual(["write", "nothing"]);
    expect(syncs.length).toBe(1);
  });

  it("that comes behind very many is written while they are synced, and waits for the sync after theirs", async () => {
    const { syncs, queue } = aQueue();
    const settled: string[] = [];
    const write = (name: string, count: number): void => {
      const runs = Array.from({ length: count }, (_, n) => anInstance({ id: `${name} ${n}` }));
      void queue.write(({ runWrites }) => runWrites.insertAll(runs), count).then(() => settled.push(name));
    };
    write("some", 100);
    write("very many", 150);
    write("one", 1);
    write("another", 1);
    await turns();
    syncs[0]!.resolve();
    await turns();
    expect(settled).toEqual(["some", "very many"]);
    syncs[1]!.resolve();
    await turns();
    expect(settled).toEqual(["some", "very many", "one", "another"]);
    expect(syncs.length).toBe(2);
  });

  it("is run before the file is closed, also one that writes behind one that reads", async () => {
    const { path, file } = aSqliteFile(2 ** 20);
    const queue = new CallQueue(file);
    const { set, keys } = callsOf(queue);
    const calls = [set("a"), keys(), set("b")];
    await queue.close();
    expect(await Promise.all(calls)).toEqual([1, [], 2]);
    // The last connection that is closed removes the log.
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it("that writes is not held up by calls that read in every turn", async () => {
    const { syncs, set, keys } = aQueue();
    const calls: Promise<unknown>[] = [set("a")];
    while (syncs.length === 0 && calls.length < 100) {
      calls.push(keys());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(syncs.length).toBe(1);
    syncs[0]!.resolve();
    await Promise.all(calls);
  });

  it("is rejected when the sync of its commit fails, and the log is not trusted: its file has everything before the next call", async () => {
    const { path, syncs, set, keys } = aQueue();
    const calls: Promise<unknown>[] = [set("a")];
    await turns();
    calls.push(set("b"), keys());
    const outcomes = Promise.allSettled(calls);
    await turns();
    syncs[0]!.reject(new Error("EIO: i/o error, fdatasync"));
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: {
          code: "store_unavailable",
          message: expect.stringMatching(/log was not written to the disk \(EIO.*check the disk/),
        },
      });
    expect(statSync(`${path}-wal`).size).toBe(0);
    const after = set("c");
    await turns();
    syncs[1]!.resolve();
    await after;
    expect(await keys()).toEqual(["a", "b", "c"]);
  });
});

describe("the log", () => {
  it("is begun again whenever it is long, and keeps what was committed", async () => {
    const { path, file } = aSqliteFile(2 ** 18);
    const queue = new CallQueue(file);
    onTestFinished(() => queue.close());
    const { set, keys } = callsOf(queue);
    const wanted = Array.from({ length: 400 }, (_, index) => `key-${1000 + index}`);
    let times = 0;
    for (const key of wanted) {
      await set(key);
      if (!file.isLogLong()) continue;
      times += 1;
      while (file.isLogLong()) await turns();
    }
    expect(times).toBeGreaterThan(3);
    expect(await keys()).toEqual(wanted);
    // The file of the log keeps its size, and is written over.
    expect(statSync(`${path}-wal`).size).toBeLessThan(400 * 4096);
  });

  it("is copied once nothing was committed for a while, or when it is twice as long as it should be", async () => {
    const { file } = aSqliteFile(2 ** 18);
    const clock = createFakeClock();
    const queue = new CallQueue(file, file, clock);
    onTestFinished(() => queue.close());
    const { set } = callsOf(queue);
    let keys = 0;
    const commit = async (): Promise<void> => {
      await clock.advance(10);
      keys += 1;
      await set(`key-${keys}`);
    };
    while (!file.isLogLong()) await commit();
    for (let more = 0; more < 10; more += 1) await commit();
    expect(file.isLogLong()).toBe(true);
    await clock.advance(40);
    while (file.isLogLong()) await turns();
    while (!file.isLogLong(2)) await commit();
    await commit();
    await commit();
    while (file.isLogLong()) await turns();
  });

  it("is kept short again where what waited for it makes it long at once", async () => {
    const { file } = aSqliteFile(16 * 1024);
    const queue = new CallQueue(file, null);
    onTestFinished(() => queue.close());
    const write = (size: number): Promise<number> =>
      queue.write(({ state }) =>
        state.set({ key: "a", value: "x".repeat(size), nowMs: NOW_MS, expiresMs: null }),
      );
    // Long enough that nothing more is written until it was begun again.
    await write(100_000);
    await write(100_000);
    for (let round = 0; round < 3; round += 1) {
      const written = Promise.all([write(100_000), write(100_000)]);
      expect((await written).length).toBe(2);
    }
  });

  it("is begun again in the caller's thread where no other can be started", () => {
    const { file } = aSqliteFile(2 ** 18);
    onTestFinished(() => file.close());
    const write = { key: "key", value: "1", nowMs: NOW_MS, expiresMs: null };
    do file.run([{ isWrite: true, work: ({ state }) => state.set(write) }]);
    while (!file.isLogLong());
    expect(file.beginLogAgain(50)).toBe(true);
    expect(file.isLogLong()).toBe(false);
    const list: Call = { isWrite: false, work: ({ state }) => state.list("", NOW_MS) };
    expect(file.run([list]).outcomes).toEqual([{ value: [["key", "1", expect.any(Number)]] }]);
  });
});
