import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CreateJobRequest } from "@mojob/core/engine";
import { WorkErrorCode } from "@mojob/core/ports";
import { startEmbedded } from "@mojob/runtime-local";
import { startSftpServerOfFiles } from "@mojob/test-services/connections";
import { ROOT } from "@mojob/test-services/spawned-program";
import { transferRunner } from "@mojob/transfer-runner";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const pages = ["transfer-jobs.md", "transfer-jobs.zh-CN.md"];

function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

describe("docs/transfer-jobs.md", () => {
  it("has a program that runs as it is written, and prints what it says", { timeout: 60_000 }, async () => {
    const [program = "", ...others] = blocks("transfer-jobs.md", "ts");
    expect(others).toEqual([]);
    const content = "id\n1\n2\n3\n45\n";
    await using server = await startSftpServerOfFiles();
    writeFileSync(join(server.folder, "2026-11-30.csv"), content);
    const { port, user, privateKey, hostKey } = server;
    const inMemory = program.replaceAll("jobs: [],", "jobs: [], inMemory: true,");
    const words = [
      "--no-warnings",
      "--input-type=module-typescript",
      "--eval",
      `${inMemory}\nprocess.exit(0);`,
    ];
    const { stdout } = await run(`${ROOT}node_modules/.bin/node`, words, {
      cwd: ROOT,
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: String(port),
        USER_NAME: user,
        KEY: privateKey,
        HOST_KEY: hostKey,
      },
    });
    expect(stdout).toBe(`${/\/\/ (\{.*\})/.exec(program)?.[1] ?? ""}\n${content}\n`);
  });

  it.each(pages)("has in %s a job that is created as it is written", async (page) => {
    const partner = { protocol: "ftps", host: "files.example.com", user: "shop", password: "…" } as const;
    const { scheduler, close } = await startEmbedded({
      app: "shop",
      jobs: [],
      inMemory: true,
      runners: [transferRunner({ connections: { partner }, roots: { in: { folder: "/srv/in" } } })],
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

  it.each(pages)("has in %s each code that a transfer ends with", (page) => {
    const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
    const codes = Object.values(WorkErrorCode).filter((code) => code.startsWith("transfer_"));
    for (const code of codes) expect(text).toContain(`| \`${code}\` |`);
  });
});
