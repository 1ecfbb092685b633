import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { backupSqlite, openSqlite } from "../mod.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mojob-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  return folder;
}

// Windows has no such permissions.
it.skipIf(process.platform === "win32")(
  "a store and its copies are for the user alone, whatever the process lets others do",
  async () => {
    const folder = aFolder();
    const path = join(folder, "deep", "er", "jobs.db");
    const { state, close } = await openSqlite(path);
    await state.set("a", 1);
    expect([modeOf(join(folder, "deep")), modeOf(join(folder, "deep", "er"))]).toEqual(["700", "700"]);
    for (const end of ["", "-wal", "-shm", "-lock"]) expect(modeOf(`${path}${end}`), end).toBe("600");
    const copy = join(folder, "copy.db");
    await backupSqlite(path, copy);
    expect(modeOf(copy)).toBe("600");
    await expect(backupSqlite(path, copy)).rejects.toThrow();
    expect(statSync(copy).size).toBeGreaterThan(0);
    await close();
  },
);

// Windows has no such permissions.
it.skipIf(process.platform === "win32")(
  "a store that others could read is closed to them, and a group that was let in stays",
  async () => {
    const path = join(aFolder(), "jobs.db");
    await (await openSqlite(path)).close();
    for (const [before, after] of [
      [0o644, "640"],
      [0o660, "660"],
    ] as const) {
      chmodSync(path, before);
      await (await openSqlite(path)).close();
      expect(modeOf(path)).toBe(after);
    }
  },
);

it("a copy that cannot be made leaves nothing", async () => {
  const folder = aFolder();
  const copy = join(folder, "copy.db");
  await expect(backupSqlite(join(folder, "none.db"), copy)).rejects.toThrow();
  expect(() => statSync(copy)).toThrow();
});
