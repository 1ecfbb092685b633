import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/services-program.ts", import.meta.url));

describe.each([NODE, BUN, DENO])("services on $name", (runtime) => {
  it(
    "are looked at before the jobs that need them, where the worker may go",
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
      for (const name of ["status", "expected", "connect"])
        expect(ended(name)).toMatchObject({ state: "Succeeded", result: "done" });
      expect(ended("busy")).toMatchObject({
        state: "Terminated",
        result: null,
        code: "service_unavailable",
        message: 'Service "busy" does not respond, or not as it is wanted: status 503',
      });
      expect(ended("closed")).toMatchObject({ result: null, code: "service_unavailable" });
      expect(ended("private")).toMatchObject({ result: null, code: "address_refused" });
      expect(ended("unclear")).toMatchObject({
        code: "job_error",
        message: expect.stringContaining("an address such as tcp://db.internal:5432 is wanted"),
      });
    },
  );
});
