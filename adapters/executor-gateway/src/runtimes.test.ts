import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/round-trip-program.ts", import.meta.url));

describe.concurrent.each([NODE, BUN, DENO])("a gateway on $name", (runtime) => {
  it(
    "has runs polled and settled by signed calls, and lets what is under way finish when it closes",
    { timeout: 120_000 },
    async () => {
      await using program = spawnProgram(runtime, PROGRAM);
      expect((await program.exit).code, program.output()).toBe(0);
      const lines = program.output().split("\n");
      expect(lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as unknown)).toEqual(
        [
          { poll: "left" },
          { results: [{ args: { month: 7 } }, { args: { month: 8 } }] },
          { heartbeat: { draining: true, abort: [], lost: [] } },
          { last: null },
        ],
      );
    },
  );
});
