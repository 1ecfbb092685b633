import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterEach, beforeEach, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("fixtures/acts-program.ts", import.meta.url));
/** Three changes, each a write of the job with its act and one of the history. */
const WRITES = 6;
const KINDS = ["pause", "resume", "edit"];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-acts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Found {
  readonly revision: number;
  readonly isPaused: boolean;
  readonly retryCount: number;
  readonly kinds: readonly string[];
  readonly ok: boolean;
}

/** Runs the program until it has changed the job three times and looked at it, or it kills itself, which is `null`. */
async function run(atWrite: number, isAfter: boolean): Promise<Found | null> {
  const args = [join(folder, "jobs.sqlite"), String(atWrite), String(isAfter)];
  await using program = spawnProgram(NODE, PROGRAM, { args });
  const { code, signal } = await program.exit;
  if (signal === "SIGKILL") return null;
  if (code !== 0) throw new Error(program.output());
  const line = program
    .output()
    .split("\n")
    .find((one) => one.startsWith("{"));
  return JSON.parse(line ?? "null") as Found;
}

it("three changes of a job have an entry each", async () => {
  expect(await run(WRITES + 1, false)).toMatchObject({ kinds: KINDS, retryCount: 3, ok: true });
});

it.each(
  Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((atWrite) => [
    { atWrite, isAfter: false },
    { atWrite, isAfter: true },
  ]),
)(
  "a process that is killed at write $atWrite, after it $isAfter, leaves no change without its entry and no entry without its change",
  async ({ atWrite, isAfter }) => {
    expect(await run(atWrite, isAfter)).toBeNull();
    const found = (await run(0, false)) as Found;
    // Odd writes change the job, and even ones write what was done before them into the history.
    const changes = isAfter ? Math.ceil(atWrite / 2) : Math.floor(atWrite / 2);
    expect(found).toEqual({
      revision: 1 + changes,
      isPaused: changes === 1,
      retryCount: changes === 3 ? 3 : 0,
      kinds: KINDS.slice(0, changes),
      ok: true,
    });
    // Looking again adds nothing.
    expect(await run(0, false)).toEqual(found);
  },
);
