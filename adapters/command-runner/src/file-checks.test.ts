import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { fileChecks } from "./file-checks.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/files-program.ts", import.meta.url));

describe.each([NODE, BUN, DENO])("files on $name", (runtime) => {
  it(
    "are looked at before the jobs that need them, and after those that make them",
    { timeout: 60_000 },
    async () => {
      await using program = spawnProgram(runtime, PROGRAM);
      await program.exit;
      const ends = program
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      const ended = (name: string) =>
        ends.find((end) => end["name"] === name) ?? { missing: program.output() };
      expect(ended("there")).toMatchObject({
        state: "Succeeded",
        result: { file: expect.stringContaining("/in/orders.txt") },
      });
      expect(ended("missing")).toMatchObject({
        state: "Terminated",
        result: null,
        code: "file_unavailable",
        message: 'File "orders" is not there, or not as it is wanted',
      });
      expect(ended("large")).toMatchObject({ result: null, code: "file_unavailable" });
      for (const name of ["above", "link"])
        expect(ended(name)).toMatchObject({
          result: null,
          code: "job_error",
          message: expect.stringContaining("this worker looks at absolute paths below FOLDER/in alone"),
        });
      expect(ended("made")).toMatchObject({ state: "Succeeded" });
      expect(ended("unmade")).toMatchObject({ state: "Terminated", code: "condition_false" });
      expect(ended("later")).toMatchObject({ state: "Succeeded" });
    },
  );
});

it("fileChecks() wants absolute folders", () => {
  expect(() => fileChecks({ folders: ["in"] })).toThrow('Folder "in" has to be an absolute path');
});
