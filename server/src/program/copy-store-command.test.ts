import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { uniqueName } from "@mojob/contract-tests";
import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { startEmbedded, type StorePair } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, onTestFinished, test } from "vitest";

const COMMAND = fileURLToPath(new URL("./copy-store-command.ts", import.meta.url));
const SECOND_MS = 1000;

/** Nominal times at which the job's code ran. */
const ticked: number[] = [];
const followed: string[] = [];
const tick = defineRecurringJob({
  key: "tick",
  cron: "* * * * * *",
  misfire: { policy: "fireAll" },
  maxConcurrency: null,
  execute: ({ trigger, log }) => {
    log.info("ticked");
    ticked.push(trigger.nominalTime?.getTime() ?? Number.NaN);
  },
});
const later = defineTriggeredJob({ key: "later", execute: (name: string) => `Hello ${name}` });

/** A scheduler on these stores, until the work is done. */
async function runOn(
  stores: StorePair,
  work: (embedded: Awaited<ReturnType<typeof startEmbedded>>) => Promise<unknown>,
): Promise<void> {
  const follower = {
    name: "test",
    follow: async (runs: readonly { readonly id: string }[]) =>
      void followed.push(...runs.map(({ id }) => id)),
  };
  const embedded = await startEmbedded({
    app: "copied",
    jobs: [tick, later],
    followers: [follower],
    ...stores,
  });
  try {
    await work(embedded);
  } finally {
    await embedded.close();
  }
}

async function moreTicks(): Promise<void> {
  const enough = ticked.length + 3;
  await until("more ticks", () => ticked.length >= enough, { patienceMs: 60_000 });
}

async function command(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  await using program = spawnProgram(NODE, COMMAND, { args });
  const { code } = await program.exit;
  return { code, output: program.output() };
}

test("a scheduler moves from SQLite to MongoDB and back, and every nominal time is decided once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [join(folder, "first.db"), join(folder, "second.db")];
  await using server = await startMongodb();
  const url = new URL(server.url);
  url.pathname = `/${uniqueName("copied")}`;

  let delayed = "";
  const sqlite = await openSqlite(first);
  await runOn(sqlite, async ({ scheduler }) => {
    await moreTicks();
    const refused = await command(`sqlite:${first}`, url.href);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`process ${process.pid} on`) });
    // Last, so that only the closing lies before it is due: nothing begins it once this scheduler is closed.
    delayed = (await scheduler.trigger(later, "Ada", { delayMs: 8000 })).id;
  });
  await sqlite.close();

  const there = await command(`sqlite:${first}`, url.href);
  expect(there).toMatchObject({
    code: 0,
    output: expect.stringMatching(/default: 2 jobs, \d+ ended runs, 1 open runs/),
  });
  const mongodb = await connectMongodb(url.href);
  await runOn(mongodb, async ({ scheduler }) => {
    expect(await scheduler.result(delayed, { timeoutMs: 60_000 })).toBe("Hello Ada");
    await moreTicks();
  });
  await mongodb.close();

  expect(await command(url.href, `sqlite:${second}`)).toMatchObject({ code: 0 });
  expect(await command(url.href, `sqlite:${second}`)).toMatchObject({
    code: 1,
    output: expect.stringContaining("name an empty store"),
  });
  const back = await openSqlite(second);
  const moved = [...ticked];
  await runOn(back, async () => {
    await moreTicks();
    const before = moved.map((at) => `tick@${new Date(at).toISOString()}`);
    await until("every end to be followed", () => before.every((id) => followed.includes(id)));
  });

  const [from, to] = [Math.min(...ticked), Math.max(...ticked)];
  const nominal = Array.from({ length: (to - from) / SECOND_MS + 1 }, (_, index) => from + index * SECOND_MS);
  expect(ticked.toSorted((a, b) => a - b)).toEqual(nominal);
  const ids = nominal.map((at) => `tick@${new Date(at).toISOString()}`);
  const runs = await back.store.instances.get("default", ids);
  expect(runs.map((run) => run?.state)).toEqual(nominal.map(() => "Succeeded"));
  const lines = await Promise.all(ids.map((id) => back.store.logs.list("default", id, -1, 10)));
  expect(lines.map((found) => found.map(({ message }) => message))).toEqual(ids.map(() => ["ticked"]));
  await back.close();
}, 180_000);

test("a copy without two stores shows how it is called", async () => {
  expect(await command("memory:")).toMatchObject({
    code: 2,
    output: expect.stringContaining("Usage: mojob-copy-store"),
  });
  expect(await command("memory:", "memory:")).toMatchObject({ code: 1 });
});
