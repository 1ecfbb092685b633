import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterEach, beforeEach, expect, it } from "vitest";
import { change, look } from "./fixtures/acts.ts";

const PROGRAM = fileURLToPath(new URL("fixtures/acts-program.ts", import.meta.url));
/** Three changes, each a write of the job with its act and one of the history. */
const WRITES = 6;
const KINDS = ["pause", "resume", "edit"];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-acts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (): string => join(folder, "jobs.sqlite");

it("three changes of a job have an entry each", async () => {
  const beyond = { atWrite: WRITES + 1, isAfter: false };
  expect(await change(file(), beyond)).toMatchObject({ kinds: KINDS, retryCount: 3, ok: true });
});

it.each(
  Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((atWrite) => [
    { atWrite, isAfter: false },
    { atWrite, isAfter: true },
  ]),
)(
  "a process that is killed at write $atWrite, after it $isAfter, leaves no change without its entry and no entry without its change",
  async ({ atWrite, isAfter }) => {
    const args = [file(), String(atWrite), String(isAfter)];
    await using program = spawnProgram(NODE, PROGRAM, { args });
    expect(await program.exit, program.output()).toMatchObject({ signal: "SIGKILL" });
    // Another process than the one that was killed.
    const found = await look(file());
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
    expect(await look(file())).toEqual(found);
  },
);
