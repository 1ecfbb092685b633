import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE, ROOT, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { startBearer } from "@mojob/test-services/start-token";
import { expect, onTestFinished, test } from "vitest";

const CONTROL_PLANE = join(ROOT, "server/programs/control-plane.ts");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mojob-one-token-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function start(file: string): SpawnedProgram {
  const env = { MOJOB_STORE: `sqlite:${file}`, MOJOB_PORT: "0", MOJOB_WHEN_HELD: "wait" };
  return spawnProgram(NODE, CONTROL_PLANE, { env });
}

/** The statuses of a call with the token in a folder, and of one without. */
async function statuses(program: SpawnedProgram, folder: string): Promise<readonly number[]> {
  const url = (await program.line(/^control plane: /)).slice("control plane: ".length);
  const jobs = `${url}/api/v1/jobs`;
  const known = await fetch(jobs, { headers: await startBearer(join(folder, "token")) });
  return [known.status, (await fetch(jobs)).status];
}

test("first starts at once in one folder have one token, and leave nothing else", async () => {
  const folder = newFolder();
  const names = ["one", "two", "three"];
  await using programs = new AsyncDisposableStack();
  const started = names.map((name) => programs.use(start(join(folder, `${name}.db`))));
  for (const program of started)
    // oxlint-disable-next-line no-await-in-loop
    expect(await statuses(program, folder)).toEqual([200, 401]);
  expect(readdirSync(folder).filter((name) => name.startsWith("token"))).toEqual(["token"]);
});

test("a process that waited for the file of another one asks for the token that the other had", async () => {
  const folder = newFolder();
  const file = join(folder, "jobs.db");
  await using first = start(file);
  expect(await statuses(first, folder)).toEqual([200, 401]);
  const bearer = await startBearer(join(folder, "token"));
  await using second = start(file);
  await second.line(/Standing by until the store is free/);
  first.signal("SIGTERM");
  expect((await first.exit).code).toBe(0);
  expect(await statuses(second, folder)).toEqual([200, 401]);
  expect(await startBearer(join(folder, "token"))).toEqual(bearer);
});
