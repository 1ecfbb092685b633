import { systemClock } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { LogSync } from "./log-sync.ts";

/** A disk on which a sync takes as long as the test says; one aside ends when the test says so. */
function aDisk() {
  const disk = { nowMs: 0, takesMs: 0, isBroken: false, events: [] as string[], aside: [] as (() => void)[] };
  const take = (): void => {
    if (disk.isBroken) throw new Error("As asked for");
    disk.nowMs += disk.takesMs;
  };
  const sync = new LogSync(
    {
      syncInPlace() {
        disk.events.push("in place");
        take();
      },
      async syncAside() {
        disk.events.push("aside");
        await new Promise<void>((resolve) => disk.aside.push(resolve));
        take();
      },
    },
    () => void disk.events.push("failed"),
    { ...systemClock, monotonicMs: () => disk.nowMs },
  );
  const commit = async (): Promise<void> => {
    sync.committed();
    disk.aside.shift()?.();
    await sync.synced;
  };
  return { disk, sync, commit };
}

describe("LogSync", () => {
  it("syncs what was committed during a sync by the next one, together", async () => {
    const { disk, sync } = aDisk();
    const settled: string[] = [];
    const begin = (name: string): void => {
      sync.committed();
      void sync.synced?.then(() => settled.push(name));
    };
    begin("first");
    const first = sync.synced;
    begin("second");
    begin("third");
    expect(disk.events).toEqual(["aside"]);
    disk.aside.shift()?.();
    await first;
    expect(settled).toEqual(["first"]);
    disk.aside.shift()?.();
    await sync.synced;
    expect(settled).toEqual(["first", "second", "third"]);
    expect(disk.events).toEqual(["aside", "aside"]);
    expect(sync.synced).toBe(null);
  });

  it("rejects everything committed since the last sync that succeeded, and goes on with the next commit", async () => {
    const { disk, sync, commit } = aDisk();
    sync.committed();
    const first = sync.synced;
    sync.committed();
    const second = sync.synced;
    disk.isBroken = true;
    disk.aside.shift()?.();
    await expect(first).rejects.toThrow("As asked for");
    await expect(second).rejects.toThrow("As asked for");
    expect(disk.events).toEqual(["aside", "failed"]);
    disk.isBroken = false;
    await commit();
    expect(sync.synced).toBe(null);
  });

  it("syncs in place while the disk is quick, and aside once a sync was slow", async () => {
    const { disk, commit } = aDisk();
    for (let index = 0; index < 20; index += 1) await commit();
    expect(disk.events.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => "aside"));
    expect(disk.events.slice(16)).toEqual(Array.from({ length: 4 }, () => "in place"));
    disk.takesMs = 80;
    disk.events.length = 0;
    for (let index = 0; index < 20; index += 1) await commit();
    expect(disk.events).toEqual(["in place", ...Array.from({ length: 19 }, () => "aside")]);
  });

  it("says that commits overlap while syncs run aside and are not long", async () => {
    const { disk, sync, commit } = aDisk();
    const seen: boolean[] = [];
    for (const takesMs of [...Array.from({ length: 17 }, () => 0.1), 1, 3, 1]) {
      seen.push(sync.overlaps);
      disk.takesMs = takesMs;
      await commit();
    }
    expect(seen).toEqual([...Array.from({ length: 16 }, () => true), false, false, true, false]);
    expect(sync.overlaps).toBe(true);
  });
});
