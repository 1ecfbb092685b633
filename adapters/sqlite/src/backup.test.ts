import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { openSqlite } from "./open-sqlite.ts";

const WRITER = fileURLToPath(new URL("../fixtures/writer-program.ts", import.meta.url));
const COMMAND = fileURLToPath(new URL("./command.ts", import.meta.url));
const run = promisify(execFile);

describe("a backup", () => {
  it.each([NODE, BUN, DENO])(
    "has all that was acknowledged before it, taken while $name writes, and opens as a store",
    { timeout: 60_000 },
    async (runtime) => {
      const folder = temporaryFolder();
      const [path, copy] = [join(folder, "mojob.db"), join(folder, "copy.db")];
      await using writer = spawnProgram(runtime, WRITER, { args: [path] });
      await until("some ends", () => writer.output().split("\n").length > 100);
      const before = writer
        .output()
        .split("\n")
        .filter((line) => /^\d+-\d+-\d+$/.test(line))
        .slice(0, 90);
      await backupSqlite(path, copy);
      await using stores = await openSqlite(copy);
      const found = await stores.store.instances.get("default", before);
      expect(found.map((one) => one?.state)).toEqual(before.map(() => "Succeeded"));
      const counts = await stores.store.statistics.countByState("default");
      const all = await stores.store.queries.count({ tenant: "default", from: new Date(0) }, 1_000_000);
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(all);
    },
  );

  it("is refused where the copy exists, and for what is not a store's file", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "mojob.db");
    await (await openSqlite(path)).close();
    await expect(backupSqlite(path, path)).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(backupSqlite(`${path}-lock`, join(folder, "x.db"))).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });

  it("is a command, too", { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const [path, copy] = [join(folder, "mojob.db"), join(folder, "copy.db")];
    const stores = await openSqlite(path);
    const { stdout } = await run(process.execPath, [COMMAND, "backup", path, copy]);
    expect(stdout).toBe(`Copied ${path} to ${copy}\n`);
    await (await openSqlite(copy)).close();
    await expect(run(process.execPath, [COMMAND, "backup", path, copy])).rejects.toMatchObject({ code: 1 });
    await expect(run(process.execPath, [COMMAND, "restore"])).rejects.toMatchObject({ code: 2 });
    await stores.close();
  });
});
