import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { aChange, anInstance } from "@mojob/contract-tests";
import { isMoJobError } from "@mojob/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openSqlite } from "./open-sqlite.ts";

/** A small file system of its own; `null` where this user may not mount one. */
function smallDisk(): string | null {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

describe("a full disk", () => {
  it("rejects with store_unavailable, loses nothing acknowledged, and is over when there is room", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === null) return skip(`user ${process.getuid?.() ?? "?"} may not mount a small file system`);
    const path = join(disk, "mojob.db");
    const ballast = join(disk, "ballast");
    writeFileSync(ballast, Buffer.alloc(2 ** 20));
    const stores = await openSqlite(path);
    const { instances, statistics } = stores.store;
    const acknowledged: string[] = [];
    const write = async (id: string): Promise<void> => {
      const run = anInstance({ id, args: { text: "x".repeat(2000) } });
      await instances.insert([run]);
      await instances.update([aChange(run, { set: { state: "Cancelled", completedAt: run.createdAt } })]);
      acknowledged.push(id);
    };
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 10_000; index += 1) await write(`before-${index}`);
    };
    const failure: unknown = await fill().catch((error: unknown) => error);
    expect(isMoJobError(failure, "store_unavailable")).toBe(true);
    expect(String(failure)).toMatch(/full; make room on the disk/);
    // What is there can be read meanwhile.
    const found = await instances.get("default", acknowledged);
    expect(found.every((run) => run?.state === "Cancelled")).toBe(true);

    rmSync(ballast);
    await write("after");
    expect((await statistics.countByState("default")).Cancelled).toBe(acknowledged.length);
    await stores.close();
    const again = await openSqlite(path);
    const kept = await again.store.instances.get("default", acknowledged);
    expect(kept.every((run) => run?.state === "Cancelled")).toBe(true);
    await again.close();
  });
});
