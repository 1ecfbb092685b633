import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { commandRunner } from "@mojob/command-runner";
import type { CreateJobRequest } from "@mojob/core/engine";
import { httpRunner } from "@mojob/http-runner";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { canSandbox } from "@mojob/test-services/script-tools";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

function blocks(language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/runners.md`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** Without a sandbox the program that needs one cannot start; the preparation of the tests prints whether there is one. */
const programs = blocks("ts").filter(
  (code) => canSandbox() || !code.includes("scriptRunner(") || code.includes("unsandboxed"),
);

describe("docs/runners.md", () => {
  it("has programs and jobs of every kind", () => {
    expect(blocks("ts").length).toBeGreaterThanOrEqual(4);
    const kinds = blocks("json").map((text) => (JSON.parse(text) as { work: { kind: string } }).work.kind);
    expect(new Set(kinds)).toEqual(new Set(["command", "http", "script"]));
  });

  it.each(programs)("has programs that run as they are written: %#", { timeout: 60_000 }, async (code) => {
    // Nothing is left on the disk, and what the page leaves open is closed.
    const inMemory = code.replaceAll("jobs: [],", "jobs: [], inMemory: true,");
    const words = ["--input-type=module-typescript", "--eval", `${inMemory}\nprocess.exit(0);`];
    await run(`${ROOT}node_modules/.bin/node`, words, { cwd: ROOT });
  });

  it("has jobs that can be created as they are written", async () => {
    const runners = [
      commandRunner({ programs: ["rsync", "/opt/reports/archive"] }),
      httpRunner({ hosts: ["*.example.com"] }),
      scriptRunner({ languages: ["shell", "python"], sandbox: "unsandboxed" }),
    ];
    for (const text of blocks("json")) {
      const request = JSON.parse(text) as CreateJobRequest;
      const { scheduler, close } = await startEmbedded({
        app: request.app,
        jobs: [],
        inMemory: true,
        runners,
      });
      try {
        const { definition } = await scheduler.jobs.create(request);
        expect(definition.work).toMatchObject(request.work as object);
      } finally {
        await close();
      }
    }
  });
});
