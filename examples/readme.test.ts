import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NODE, ROOT, spawnCommand } from "@mojob/test-services/spawned-program";
import { describe, expect, it, onTestFinished } from "vitest";
import { spawnExample } from "./testing/spawned-example.ts";

const run = promisify(execFile);

/** The README's code blocks of a language, in order. */
function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** The commands of a shell script, each whole. */
function commands(script: string): readonly string[] {
  return script
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

describe("the README's job", () => {
  it("runs as it is written, and can be started by the command it prints", async () => {
    const [code = ""] = blocks("README.md", "ts");
    const folder = mkdtempSync(join(tmpdir(), "mojob-readme-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ownFile = code.replace("port: 7788", "port: 0").replaceAll(".mojob/", `${folder}/`);
    await using program = spawnCommand(`${ROOT}node_modules/.bin/node`, [
      "--input-type=module-typescript",
      "--eval",
      ownFile,
    ]);
    const line = await program.line(/^Close the books by hand: /);
    const { stdout } = await run("bash", ["-c", line.slice(line.indexOf("curl"))]);
    expect(JSON.parse(stdout)).toMatchObject({ instance: { jobKey: "ledger.close-day", state: "Enqueued" } });
  });

  it("is the same in both languages", () => {
    expect(blocks("README.zh-CN.md", "ts")).toEqual(blocks("README.md", "ts"));
  });
});

describe("the first five minutes", () => {
  const tourOf = (page: string): string => blocks(page, "sh").find((block) => block.includes("curl")) ?? "";
  const tour = tourOf("docs/first-five-minutes.md");
  /** The output of each command, in the README's order. */
  const answers: readonly (readonly [string, unknown])[] = [
    ["the jobs", { items: expect.arrayContaining([expect.objectContaining({ key: "quickstart.flaky" })]) }],
    ["a run", { instance: { id: "quickstart.file-stats#first", state: "Enqueued" } }],
    [
      "how it went",
      { id: "quickstart.file-stats#first", state: expect.stringMatching(/^(Processing|Succeeded)$/) },
    ],
    ["a run that fails at first", { instance: { jobKey: "quickstart.flaky", retryCount: 2 } }],
    ["the mistake", { status: 400, errors: [{ pointer: "/args/path" }] }],
    ["a run for later", { instance: { state: "Scheduled" } }],
    [
      "the run, called off",
      { instance: { state: "Cancelled", cancelReason: expect.stringContaining("not needed") } },
    ],
    ["fires", { description: "Monday to Friday, at 09:30", fires: expect.any(Array) }],
    ["the edited job", { revision: 2, differsFromCode: [{ field: "cron" }] }],
    ["the paused job", { pause: { note: "disk is full" }, nextFire: null }],
    ["the overview", { counts: expect.anything() }],
  ];

  it("have the output they say, command by command", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-tour-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using quickstart = spawnExample(NODE, "quickstart/main.ts", {
      MOJOB_PORT: "0",
      MOJOB_STORE: `sqlite:${folder}/.mojob/mojob.db`,
    });
    const url = (await quickstart.line(/^ *API /)).replace(/^ *API +/, "").replace("/api/v1", "");
    const [live = "", ...others] = commands(tour).toReversed();
    expect(others).toHaveLength(answers.length);
    for (const [index, command] of others.toReversed().entries()) {
      const [what, expected] = answers[index] ?? ["", undefined];
      const { stdout } = await run("bash", ["-c", command.replaceAll("http://127.0.0.1:7788", url)], {
        cwd: folder,
      });
      expect(JSON.parse(stdout), what).toMatchObject(expected as object);
    }
    // The last one goes on for ever; its first words are enough.
    const bounded = `timeout 2 ${live.replace("http://127.0.0.1:7788", url)} || true`;
    expect((await run("bash", ["-c", bounded], { cwd: folder })).stdout).toMatch(/^(event|id|retry|data|:)/);
  });

  it("are the same in both languages", () => {
    const translated = tourOf("docs/first-five-minutes.zh-CN.md");
    expect(commands(translated)).toEqual(commands(tour));
  });
});

describe("the README's commands", () => {
  it("are the same in both languages, and what an app installs comes first", () => {
    expect(blocks("README.md", "sh")).toEqual([
      "npm install @mojob/scheduler\nnpm pkg set type=module\n",
      "npm install && npm start\n",
      "npm install && npm test\n",
    ]);
    expect(blocks("README.zh-CN.md", "sh")).toEqual(blocks("README.md", "sh"));
  });

  it.each(["README.md", "README.zh-CN.md"])("stand on a page of at most 150 lines: %s", (page) => {
    expect(readFileSync(`${ROOT}${page}`, "utf8").split("\n").length).toBeLessThanOrEqual(150);
  });
});

describe("calls of a scheduler on this machine", () => {
  const pages = readdirSync(`${ROOT}docs`).filter((name) => name.endsWith(".md"));
  const calls = pages.flatMap((page) =>
    blocks(`docs/${page}`, "sh")
      .flatMap(commands)
      .filter((command) => /^curl .*(?:localhost|127\.0\.0\.1):7788\/(?:api|tenants)/.test(command))
      .map((command) => [page, command] as const),
  );

  it("are on many pages", () => {
    expect(new Set(calls.map(([page]) => page)).size).toBeGreaterThan(10);
  });

  it.each(calls)("in %s send the token of the start: %s", (_page, command) => {
    expect(command).toContain(' -H "authorization: Bearer $(cat .mojob/token)" ');
  });
});
