import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSqlite } from "@mojob/sqlite";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, it, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("fixtures/items-program.ts", import.meta.url));
const CHOSEN = Array.from({ length: 15 }, (_, place) => 4 * place + 1);
const KILLS = 2;

it(
  "chosen items of a batch are executed again, and no others, although their process is killed in their midst again and again",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-items-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "jobs.db");
    const effects = join(folder, "effects.txt");
    const args = [file, effects, CHOSEN.join(",")];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using program = spawnProgram(NODE, PROGRAM, { args: [...args, "3"] });
      await until("it is in the midst of them", () => program.output().includes("stuck"), {
        patienceMs: 30_000,
      });
      program.signalAlone("SIGKILL");
      await program.exit;
    }
    await using program = spawnProgram(NODE, PROGRAM, { args: [...args, "1000"] });
    await until("it is done", () => program.output().includes("done"), { patienceMs: 60_000 });
    expect(program.output()).toContain("done: 45 ok, 15 bad, 0 open");
    program.signalAlone("SIGKILL");
    await program.exit;

    const lines = readFileSync(effects, "utf8").split("\n");
    const again = lines.flatMap((line) => (line.startsWith("again ") ? [Number(line.slice(6))] : []));
    expect([...new Set(again)].toSorted((one, other) => one - other)).toEqual(CHOSEN);
    await using stores = await openSqlite(file);
    const query = { tenant: "default", jobKey: "ops.load" };
    expect(await stores.store.queries.count(query, 1000)).toBe(60 + CHOSEN.length);
  },
);
