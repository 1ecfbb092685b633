import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterEach, beforeEach, expect, it } from "vitest";
import { change, changeStrictly, look, lookStrictly } from "./fixtures/acts.ts";

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
    const args = [file(), "after", String(atWrite), String(isAfter)];
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

/** What two changes of a tenant write into a strict audit, and what is changed between. */
const STEPS = ["intent", "one", "entry", "outcome", "intent", "two", "entry", "outcome"] as const;
const AUDIT_WRITES = STEPS.filter((step) => step !== "one" && step !== "two").length;

it("two changes of a tenant are called, entered and ended in a strict audit", async () => {
  const beyond = { atWrite: AUDIT_WRITES + 1, isAfter: false };
  expect(await changeStrictly(file(), beyond)).toMatchObject({
    displayName: "two",
    unknownOutcomes: 0,
    ok: true,
  });
});

it.each(
  Array.from({ length: AUDIT_WRITES }, (_, index) => index + 1).flatMap((atWrite) => [
    { atWrite, isAfter: false },
    { atWrite, isAfter: true },
  ]),
)(
  "a process with a strict audit that is killed at write $atWrite, after it $isAfter, leaves no change without an entry that names it",
  async ({ atWrite, isAfter }) => {
    const args = [file(), "strict", String(atWrite), String(isAfter)];
    await using program = spawnProgram(NODE, PROGRAM, { args });
    expect(await program.exit, program.output()).toMatchObject({ signal: "SIGKILL" });
    const found = await lookStrictly(file());
    const done = stepsUntil(atWrite, isAfter);
    const has = (step: string): number => done.filter((one) => one === step).length;
    const isUnknown = has("intent") > has("outcome");
    expect(found).toMatchObject({
      displayName: done.findLast((step) => step === "one" || step === "two") ?? null,
      kinds: expect.arrayContaining(isUnknown ? ["call"] : []),
      unknownOutcomes: isUnknown ? 1 : 0,
      ok: true,
    });
    expect(found.kinds.filter((kind) => kind === "edit_tenant")).toHaveLength(has("entry"));
    expect(found.kinds).toHaveLength(has("entry") + (isUnknown ? 1 : 0));
  },
);

/** The steps that were done when the process died at a write of the audit. */
function stepsUntil(atWrite: number, isAfter: boolean): readonly string[] {
  const writes = STEPS.flatMap((step, index) => (step === "one" || step === "two" ? [] : [index]));
  return STEPS.slice(0, (writes[atWrite - 1] ?? 0) + (isAfter ? 1 : 0));
}
