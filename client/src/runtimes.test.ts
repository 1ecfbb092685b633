import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { expect, it } from "vitest";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

it.each([NODE, BUN, DENO])(
  "a client on $name does what it does on the others",
  { timeout: 120_000 },
  async (runtime) => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-client-"));
    await using server = spawnProgram(NODE, fileURLToPath(new URL("scheduler-server.ts", FIXTURES)), {
      args: [join(folder, "own.db")],
    });
    const url = (await server.line(/^listening /)).slice("listening ".length);
    await using client = spawnProgram(runtime, fileURLToPath(new URL("client-program.ts", FIXTURES)), {
      args: [url, TOKEN],
    });
    expect((await client.exit).code, client.output()).toBe(0);
    expect(
      client
        .output()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { first: { type: "ready" } },
      { result: { sentTo: "ada" }, key: "mail.send" },
      { failed: "run_failed" },
      { unknown: "job_not_found" },
      { refused: "unauthorized" },
      { late: "timeout" },
      { left: "left" },
      { cancelled: "cancelled" },
      { many: 1200, last: { sentTo: "1199" } },
      { listed: 1201, again: { sentTo: "ada" } },
      { seen: true },
    ]);
    rmSync(folder, { recursive: true, force: true });
  },
);
