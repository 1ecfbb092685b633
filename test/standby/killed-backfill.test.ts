import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSqlite } from "@mojob/sqlite";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, it, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("fixtures/backfill-program.ts", import.meta.url));
const SECONDS = 10_000;
const KILLS = 8;

it(
  "a backfill of 10,000 fires whose process is killed again and again gives each nominal time one run",
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-backfill-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "jobs.db");
    const effects = join(folder, "effects.txt");
    const to = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
    const from = new Date(to.getTime() - SECONDS * 1000);
    const args = [file, effects, from.toISOString(), to.toISOString()];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using program = spawnProgram(NODE, PROGRAM, { args });
      await until("it has begun", () => program.output().includes("ready"));
      const before = kill === 0 ? 0 : done(effects).length;
      await until(
        "some runs more",
        () => done(effects).length > before + 150 * (kill + 1) || program.output().includes("done"),
      );
      program.signalAlone("SIGKILL");
      await program.exit;
    }
    await using program = spawnProgram(NODE, PROGRAM, { args });
    await until("it is done", () => program.output().includes("done"), { patienceMs: 180_000 });
    program.signalAlone("SIGKILL");
    await program.exit;

    await using stores = await openSqlite(file);
    const runs = await stores.store.queries.count({ tenant: "default", jobKey: "shop.tick" }, 100_000);
    expect(runs).toBe(SECONDS);
    expect(new Set(done(effects)).size).toBe(SECONDS);
    expect(program.output()).toContain(`"planned":${SECONDS}`);
  },
);

function done(effects: string): readonly string[] {
  try {
    return readFileSync(effects, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}
