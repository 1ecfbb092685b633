import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/runtime-program.ts", import.meta.url));

describe.each([NODE, BUN, DENO])("on $name", (runtime) => {
  it("what is exported is imported, and damaged files are refused", { timeout: 120_000 }, async () => {
    await using program = spawnProgram(runtime, PROGRAM);
    expect((await program.exit).code, program.output()).toBe(0);
    expect(JSON.parse(program.output().trim().split("\n").at(-1) ?? "")).toEqual({
      runs: 1,
      lines: [1200, "line 1199 开始"],
      file: [300_000, 7],
      refusals: ["archive_refused", "archive_refused", "archive_refused"],
      archives: 1,
    });
  });
});
