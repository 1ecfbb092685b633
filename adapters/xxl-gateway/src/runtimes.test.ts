import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/runs-program.ts", import.meta.url));

describe.each([NODE, BUN, DENO])("executors of XXL-JOB on $name", (runtime) => {
  it("get runs, which end as reported, at their timeout, or where no executor is reached", async () => {
    await using program = spawnProgram(runtime, PROGRAM);
    const { code } = await program.exit;
    const ends = program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(ends, program.output()).toMatchObject([
      { name: "unreachable", state: "Terminated", code: "executor_missing" },
      { name: "first", state: "Succeeded", result: "a", lines: [expect.any(String), "one", "two"] },
      { name: "second", state: "Succeeded", result: "b" },
      { name: "late", state: "Terminated", code: "timeout" },
    ]);
    expect(code).toBe(0);
  });
});
