import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { RUN_ARGS, RUNTIME_NAMES, runtimeProgram } from "@mojob/test-services/runtimes";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { afterAll, beforeAll, describe, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/round-trip.ts", import.meta.url));

describe("the bus", () => {
  let server: TemporalServer;
  beforeAll(async () => {
    server = await startTemporal();
  });
  afterAll(() => server.close());

  it.each(RUNTIME_NAMES)(
    "publishes, subscribes and lets its program end on %s",
    { timeout: 300_000 },
    async (name) => {
      const args = [...RUN_ARGS[name], PROGRAM, server.address, `round-trip-${name}`];
      const child = spawn(runtimeProgram(name), args, {
        env: { ...process.env, NODE_OPTIONS: "" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const output = { stdout: "", stderr: "" };
      for (const stream of ["stdout", "stderr"] as const)
        child[stream].on("data", (chunk: Buffer) => {
          output[stream] += chunk.toString();
        });
      const code = await new Promise((resolve) => {
        child.once("close", resolve);
      });
      // On Bun the SDK says on its error stream that it has no stack traces of workflows.
      const { stdout, stderr } = output;
      assert.equal(stdout, "group: one,three,two; everyone: one,three,two\n", stderr);
      assert.equal(code, 0);
    },
  );
});
