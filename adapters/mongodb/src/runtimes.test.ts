import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { uniqueName } from "@mojob/contract-tests";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { RUN_ARGS, RUNTIME_NAMES, runtimeProgram } from "@mojob/test-services/runtimes";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../fixtures/database-url.ts";

const STORY = fileURLToPath(new URL("../../../examples/durable-single-node.ts", import.meta.url));

describe("the stores", () => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  it.each(RUNTIME_NAMES)("keep a run over the end of a program on %s", async (name) => {
    const child = spawn(runtimeProgram(name), [...RUN_ARGS[name], STORY], {
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        MOJOB_STORE: databaseUrl(server.url, uniqueName(`story-${name}`)),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    const code = await new Promise((resolve) => {
      child.once("close", resolve);
    });
    assert.equal(
      output,
      'first life: Scheduled, and the program ends\nsecond life: Succeeded, "Hello Ada"\n',
    );
    assert.equal(code, 0);
  });
});
