import { fileURLToPath } from "node:url";
import { BUN, DENO, RUN_ARGS, runtimeProgram } from "@mojob/test-services/runtimes";
import { spawnCommand, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const CONTRACT = fileURLToPath(new URL("../fixtures/contract-program.ts", import.meta.url));
const BEHAVIOUR = "test/behaviour/sqlite.test.ts";

describe("the stores", () => {
  // On Node they keep them in `contract.test.ts`.
  it.each([BUN, DENO])("keep their contracts on $name", { timeout: 120_000 }, async (runtime) => {
    await using program = spawnProgram(runtime, CONTRACT);
    await program.exit;
    expect(program.output()).toMatch(/^\d{3} passed, 0 failed\s*$/);
  });
});

describe("the embedded scheduler on SQLite", () => {
  it("behaves on Bun as it does on Node", { timeout: 240_000 }, async () => {
    const args = ["test", `./${BEHAVIOUR}`, "--timeout", "60000"];
    await using program = spawnCommand(runtimeProgram("bun"), args);
    const { code } = await program.exit;
    expect(program.output()).toMatch(/^ *\d{2,} pass$/m);
    expect(program.output()).toMatch(/\b0 fail\b/);
    expect(code).toBe(0);
  });

  it("behaves on Deno as it does on Node", { timeout: 240_000 }, async () => {
    const vitest = ["node_modules/vitest/vitest.mjs", "run", BEHAVIOUR, "--pool=threads"];
    const args = [...RUN_ARGS.deno, ...vitest];
    await using program = spawnCommand(runtimeProgram("deno"), args);
    await program.exit;
    // Deno has no parentPort.removeAllListeners, which Vitest calls once all tests have run: its exit code is of no use.
    expect(program.output()).toMatch(/ Tests {2}\d+ passed \(\d+\)/);
  });
});
