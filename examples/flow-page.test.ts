import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { CreateJobRequest } from "@mojob/core/engine";
import { startEmbedded } from "@mojob/runtime-local";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

describe("docs/flow-jobs.md", () => {
  it("has a program that runs as it is written, and prints what it says", { timeout: 60_000 }, async () => {
    const [program = "", ...others] = blocks("flow-jobs.md", "ts");
    expect(others).toEqual([]);
    const inMemory = program.replaceAll("jobs: [] }", "jobs: [], inMemory: true }");
    const words = ["--no-warnings", "--input-type=module-typescript", "--eval", inMemory];
    const { stdout } = await run(`${ROOT}node_modules/.bin/node`, words, { cwd: ROOT });
    expect(stdout).toBe(`${/\/\/ (\{.*\})/.exec(program)?.[1] ?? ""}\n`);
  });

  it.each(["flow-jobs.md", "flow-jobs.zh-CN.md"])(
    "has in %s jobs that are created as they are written",
    async (page) => {
      const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [], inMemory: true });
      try {
        const requests = blocks(page, "json").map((text) => JSON.parse(text) as CreateJobRequest);
        expect(requests).toHaveLength(2);
        for (const request of requests) {
          const { definition } = await scheduler.jobs.create(request);
          expect(definition.work).toEqual(request.work);
        }
      } finally {
        await close();
      }
    },
  );
});
