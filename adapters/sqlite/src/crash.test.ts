import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openSqlite } from "./open-sqlite.ts";

const WRITER = fileURLToPath(new URL("../fixtures/writer-program.ts", import.meta.url));
const TENANT = "default";

describe("a process that is killed while it writes", () => {
  it.each([NODE, BUN, DENO])(
    "loses nothing it acknowledged, on $name",
    { timeout: 60_000 },
    async (runtime) => {
      const path = join(temporaryFolder(), "mojob.db");
      await using writer = spawnProgram(runtime, WRITER, { args: [path] });
      // By then the log has been copied, or is being.
      await until("enough ends", () => writer.output().split("\n").length > 2500);
      writer.signalAlone("SIGKILL");
      await writer.exit;
      // A last line may have been cut in the middle.
      const acknowledged = writer
        .output()
        .split("\n")
        .slice(0, -1)
        .filter((line) => /^\d+-\d+-\d+$/.test(line));
      await using stores = await openSqlite(path);
      const { instances, statistics } = stores.store;
      const found = await instances.get(TENANT, acknowledged);
      expect(acknowledged.length).toBeGreaterThan(2400);
      expect(found.filter((run) => run?.state !== "Succeeded")).toEqual([]);
      // What was counted and what there is went to the disk together.
      const counts = await statistics.countByState(TENANT);
      const all = await stores.store.queries.count({ tenant: TENANT, from: new Date(0) }, 1_000_000);
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(all);
    },
  );
});
