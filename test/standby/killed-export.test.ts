import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import type { JobInstance } from "@mojob/core";
import { EXPORTS } from "@mojob/exports";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { anInstance } from "@mojob/test-fixtures/records";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, it, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("fixtures/export-program.ts", import.meta.url));
const RUNS = 12_000;
const KILLS = 5;
const BATCH = 1000;

it(
  "an export whose process is killed again and again goes on where it was, and has each run once",
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-export-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "jobs.db");
    await fill(file);
    let pieces = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using program = spawnProgram(NODE, PROGRAM, { args: [file] });
      await until("it is further", () => piecesIn(program.output()) > pieces || isDone(program.output()));
      // What was written before a kill is not made again.
      if (!isDone(program.output())) expect(firstIn(program.output())).toBeGreaterThanOrEqual(pieces);
      program.signalAlone("SIGKILL");
      await program.exit;
      pieces = piecesIn(program.output());
    }
    expect(pieces).toBeGreaterThan(1);
    await using program = spawnProgram(NODE, PROGRAM, { args: [file] });
    await until("it is done", () => isDone(program.output()), { patienceMs: 120_000 });
    expect(program.output()).toContain("done ready");
    program.signalAlone("SIGKILL");
    await program.exit;

    await using stores = await openSqlite(file);
    const { scheduler, close } = await startEmbedded({
      app: "shop",
      inMemory: false,
      ...stores,
      jobs: [],
      features: [EXPORTS],
    });
    const [made] = await scheduler.exports.list();
    const stream = await scheduler.exports.read(made!.id, 0, made!.size);
    const ids = await idsIn(stream);
    expect(ids.length).toBe(RUNS);
    expect(new Set(ids).size).toBe(RUNS);
    const again = await scheduler.exports.read(made!.id, 0, made!.size);
    const archive = await scheduler.archives.import("x.gz", again);
    expect(archive.counts).toMatchObject({ runs: RUNS, logs: RUNS });
    await close();
  },
);

/** Runs with arguments that hardly shrink, so that the file has several pieces. */
async function fill(file: string): Promise<void> {
  await using stores = await openSqlite(file);
  for (let from = 0; from < RUNS; from += BATCH) {
    const runs = Array.from({ length: BATCH }, (_, n): JobInstance => {
      const createdAt = new Date(Date.UTC(2026, 0, 1) + (from + n) * 1000);
      const text = Array.from({ length: 40 }, () => crypto.randomUUID()).join("");
      const ended = { state: "Succeeded", completedAt: createdAt, attempt: 1 } as const;
      return anInstance({ id: `run-${from + n}`, args: { text }, createdAt, updatedAt: createdAt, ...ended });
    });
    await stores.store.instances.insert(runs);
    await stores.store.logs.append(
      runs.map(({ tenant, id, createdAt }) => ({
        tenant,
        instanceId: id,
        seq: 1,
        at: createdAt,
        attempt: 1,
        level: "info" as const,
        message: `of ${id}`,
      })),
    );
  }
}

function numbersIn(output: string): readonly number[] {
  return [...output.matchAll(/^pieces (\d+)$/gm)].map(([, count]) => Number(count));
}

function piecesIn(output: string): number {
  return numbersIn(output).at(-1) ?? 0;
}

function firstIn(output: string): number {
  return numbersIn(output)[0] ?? 0;
}

function isDone(output: string): boolean {
  return /^done /m.test(output);
}

async function idsIn(stream: ReadableStream<Uint8Array>): Promise<readonly string[]> {
  const ids: string[] = [];
  let rest = "";
  for await (const piece of Readable.fromWeb(stream as never).pipe(createGunzip())) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (line.startsWith('{"type":"run"'))
        ids.push((JSON.parse(line) as { readonly run: { readonly id: string } }).run.id);
  }
  return ids;
}
