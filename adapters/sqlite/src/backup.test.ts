import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bytesOf } from "@mojob/core/engine";
import { FILE_LIMITS } from "@mojob/core/ports";
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

  it("has the files of runs, also those that are replaced and removed meanwhile", async () => {
    const folder = temporaryFolder();
    const [path, copy] = [join(folder, "mojob.db"), join(folder, "copy.db")];
    await using stores = await openSqlite(path);
    const { files } = stores.store;
    const put = (instanceId: string, name: string, text: string): Promise<unknown> =>
      files.put({ tenant: "default", instanceId, name }, bytesOf(text), FILE_LIMITS);
    for (let run = 0; run < 20; run += 1) await put(`run-${run}`, "kept.txt", `of ${run}`);
    const copied = new AbortController();
    const changing = (async () => {
      for (let round = 0; !copied.signal.aborted; round += 1) {
        await put(`run-${round % 10}`, "changed.txt", `${round}`.repeat(1000));
        await files.remove("default", [`run-${10 + (round % 5)}`]);
      }
    })();
    await backupSqlite(path, copy);
    copied.abort();
    await changing;
    await using restored = await openSqlite(copy);
    const textOf = async (id: string): Promise<string> =>
      new Response((await restored.store.files.get("default", id, "kept.txt"))?.open()).text();
    for (const run of [0, 9, 15, 19]) expect(await textOf(`run-${run}`)).toBe(`of ${run}`);
    for (const id of await restored.store.files.runs("default", null, 100))
      for (const { name, size } of await restored.store.files.list("default", id)) {
        const content = await restored.store.files.get("default", id, name);
        expect((await new Response(content?.open()).arrayBuffer()).byteLength).toBe(size);
      }
  });

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
