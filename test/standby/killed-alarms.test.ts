import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterEach, beforeEach, expect, it } from "vitest";
import { reportFailure } from "./fixtures/alarms.ts";

const PROGRAM = fileURLToPath(new URL("fixtures/alarms-program.ts", import.meta.url));
/** An incident is opened, its notice is begun, and its notice is ended. */
const WRITES = 3;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-alarms-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = () => ({ file: join(folder, "jobs.sqlite"), told: join(folder, "told") });

async function told(): Promise<readonly string[]> {
  const text = await readFile(files().told, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

it("a failure is reported by one run", async () => {
  await reportFailure({ ...files(), from: "2026-01-01T00:00:00Z", death: null });
  expect(await told()).toEqual([expect.stringMatching(/^!\w+ opened$/)]);
});

it.each(
  Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((atWrite) => [
    { atWrite, isAfter: false },
    { atWrite, isAfter: true },
  ]),
)(
  "a process that is killed at write $atWrite, after it $isAfter, is gone on with: one notice, under one id",
  async ({ atWrite, isAfter }) => {
    const args = [...Object.values(files()), "2026-01-01T00:00:00Z", String(atWrite), String(isAfter)];
    await using program = spawnProgram(NODE, PROGRAM, { args });
    expect(await program.exit, program.output()).toMatchObject({ signal: "SIGKILL" });
    // Another process than the one that was killed, twice.
    await reportFailure({ ...files(), from: "2026-01-01T00:10:00Z", death: null });
    await reportFailure({ ...files(), from: "2026-01-01T00:20:00Z", death: null });
    const lines = await told();
    // The job itself is executed at least once; the notice is one run.
    expect(new Set(lines).size).toBe(1);
    expect(lines[0]).toMatch(/ opened$/);
  },
);
