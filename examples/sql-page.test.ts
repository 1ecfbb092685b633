import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { CreateJobRequest } from "@mojob/core/engine";
import { WorkErrorCode } from "@mojob/core/ports";
import { startEmbedded } from "@mojob/runtime-local";
import { sqlRunner } from "@mojob/sql-runner";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const pages = ["sql-jobs.md", "sql-jobs.zh-CN.md"];

function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

describe("docs/sql-jobs.md", () => {
  it("has a program that runs as it is written, and prints what it says", { timeout: 60_000 }, async () => {
    const [program = "", ...others] = blocks("sql-jobs.md", "ts");
    expect(others).toEqual([]);
    const inMemory = program.replaceAll("jobs: [],", "jobs: [], inMemory: true,");
    const words = [
      "--no-warnings",
      "--input-type=module-typescript",
      "--eval",
      `${inMemory}\nprocess.exit(0);`,
    ];
    const { stdout } = await run(`${ROOT}node_modules/.bin/node`, words, { cwd: ROOT });
    expect(stdout).toBe(`${/\/\/ (\{.*\})/.exec(program)?.[1] ?? ""}\n`);
  });

  it.each(pages)("has in %s a job that is created as it is written", async (page) => {
    const { scheduler, close } = await startEmbedded({
      app: "shop",
      jobs: [],
      inMemory: true,
      runners: [sqlRunner({ connections: { orders: { url: "postgres://reader@127.0.0.1/orders" } } })],
    });
    try {
      const requests = blocks(page, "json").map((text) => JSON.parse(text) as CreateJobRequest);
      expect(requests).toHaveLength(1);
      for (const request of requests) {
        const { definition } = await scheduler.jobs.create(request);
        expect(definition.work).toEqual(request.work);
      }
    } finally {
      await close();
    }
  });

  it.each(pages)("has in %s each code that a statement ends with", (page) => {
    const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
    const codes = Object.values(WorkErrorCode).filter((code) => /^(?:sql_|database_|rows_)/.test(code));
    for (const code of codes) expect(text).toContain(`| \`${code}\` |`);
  });
});
