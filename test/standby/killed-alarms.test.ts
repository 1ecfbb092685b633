import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterEach, beforeEach, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("fixtures/alarms-program.ts", import.meta.url));
/** An incident is opened, its notice is begun, and its notice is ended. */
const WRITES = 3;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-alarms-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Death {
  readonly atWrite: number;
  readonly isAfter: boolean;
}

/** Runs the program until the failure is reported, or it kills itself. */
async function runFrom(from: string, death: Death | null): Promise<NodeJS.Signals | null> {
  const at = death === null ? ["0", "false"] : [String(death.atWrite), String(death.isAfter)];
  const args = [join(folder, "jobs.sqlite"), join(folder, "told"), from, ...at];
  await using program = spawnProgram(NODE, PROGRAM, { args });
  const { code, signal } = await program.exit;
  if (code !== 0 && signal === null) throw new Error(program.output());
  return signal;
}

async function told(): Promise<readonly string[]> {
  const text = await readFile(join(folder, "told"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

it("a failure is reported by one run", async () => {
  expect(await runFrom("2026-01-01T00:00:00Z", null)).toBeNull();
  expect(await told()).toEqual([expect.stringMatching(/^!\w+ opened$/)]);
});

it.each(
  Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((atWrite) => [
    { atWrite, isAfter: false },
    { atWrite, isAfter: true },
  ]),
)(
  "a process that is killed at write $atWrite, after it $isAfter, is gone on with: one notice, under one id",
  async (death) => {
    expect(await runFrom("2026-01-01T00:00:00Z", death)).toBe("SIGKILL");
    expect(await runFrom("2026-01-01T00:10:00Z", null)).toBeNull();
    expect(await runFrom("2026-01-01T00:20:00Z", null)).toBeNull();
    const lines = await told();
    // The job itself is executed at least once; the notice is one run.
    expect(new Set(lines).size).toBe(1);
    expect(lines[0]).toMatch(/ opened$/);
  },
);
