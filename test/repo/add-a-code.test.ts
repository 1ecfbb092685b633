import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";
import { copyRepository } from "./repository-copy.ts";

const ROW = `  moon_hidden: retryable(14, 90, {
    error: [409, "The moon is hidden", "月亮被遮住"],
    detail: "请等待云散。",
    means: ["Clouds are before the moon", "云遮住了月亮"],
    advice: ["Wait for wind", "等风来"],
    work: [({ name }) => \`No moon over \${name}\`, ({ name }) => \`\${name} 上空看不到月亮\`],
    reason: [({ clouds }) => \`\${clouds} clouds are before it\`, ({ clouds }) => \`被 \${clouds} 片云遮住\`],
    cause: [({ since }, time) => \`Hidden since \${time(since)}\`, ({ since }, time) => \`自 \${time(since)} 起不可见\`],
  }) as WorkRow & ReasonRow<{ readonly clouds: number }> & CauseRow<{ readonly since: string }>,
`;

/** What an engineer writes who adds a code of every kind: one row, and for a reason and a cause the samples of the tests. */
const ADDED: readonly (readonly [file: string, before: string, text: string])[] = [
  ["core/src/model/code/rows/worker.ts", "  worker_lost: ", ROW],
  [
    "core/fixtures/code-samples.ts",
    '  due: { code: "due" },',
    `  moon_hidden: { code: "moon_hidden", parameters: { clouds: 2 } },\n`,
  ],
  ["core/fixtures/code-samples.ts", "  asked_for_later: ", `  moon_hidden: { since: AT },\n`],
  [
    "panel/test/fixtures/reason-runs.ts",
    "  due: [",
    `  moon_hidden: ["Skipped", { code: "moon_hidden", parameters: { clouds: 2 } }],\n`,
  ],
];

/** Uses the code wherever codes are used, and prints what was seen. */
const PROGRAM = `
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import { CauseCode, causeText, errorWords, failureText, numberOfCode, ReasonCode, reasonText } from "@mojob/core/words";
import { createManagementApp } from "@mojob/http";
import { startEmbedded } from "@mojob/runtime-local";
import { PROBLEMS_ZH } from "../panel/app/words/zh/problems.ts";

// @ts-expect-error its reason has parameters
export const wrong = (): string => reasonText({ code: ReasonCode.MoonHidden });
const reason = { code: ReasonCode.MoonHidden, parameters: { clouds: 2 } } as const;
const failure = { code: WorkErrorCode.MoonHidden, message: "", parameters: { name: "Rome" } };
const cause = { code: CauseCode.MoonHidden, parameters: { since: "noon" } } as const;

const { scheduler, close } = await startEmbedded({ app: "house", inMemory: true, jobs: [] });
const refuse = () => Promise.reject(new MoJobError(MoJobErrorCode.MoonHidden, "No moon today"));
const app = createManagementApp({ ...scheduler, as: () => ({ ...scheduler, overview: refuse }) } as typeof scheduler);
const call = async (path: string): Promise<Record<string, any>> => {
  const request = new Request("http://127.0.0.1" + path, { headers: { host: "127.0.0.1" } });
  return (await (await app.fetch(request, { peer: "127.0.0.1" })).json()) as Record<string, any>;
};
const { title, status, detail, number } = await call("/api/v1/overview");
const openapi = await call("/openapi.json");
console.log(
  JSON.stringify({
    problem: { title, status, detail, number },
    documented: openapi.components.schemas.Problem.properties.code.enum.includes("moon_hidden"),
    filtered: (await call("/api/v1/instances?reason=moon_hidden")).items,
    inPanel: PROBLEMS_ZH.moon_hidden,
    number: numberOfCode("moon_hidden"),
    retryable: new WorkError(WorkErrorCode.MoonHidden, { name: "Rome" }).retryable,
    words: [errorWords("moon_hidden", "en"), errorWords("moon_hidden", "zh")],
    reason: [reasonText(reason), reasonText(reason, "zh")],
    failure: [failureText(failure), failureText(failure, "zh")],
    cause: [causeText(cause), causeText(cause, "zh")],
  }),
);
await app.close();
await close();
`;

/** The four that there are by default each read what they share, and other tests want the processors. */
const ONE_CHECKER = ["--checkers", "1"];

describe("a code that is added as one row", { timeout: 300_000 }, () => {
  let copy = "";

  beforeAll(() => {
    copy = copyRepository();
    for (const [file, before, text] of ADDED) {
      const path = join(copy, file);
      const source = readFileSync(path, "utf8");
      expect(source.split(before).length, `${file} has "${before}" once`).toBe(2);
      writeFileSync(
        path,
        source.replace(before, () => `${text}${before}`),
      );
    }
    writeFileSync(join(copy, "examples/moon.ts"), PROGRAM);
    expect(run("core/scripts/generate-code-names.ts")).toBe("");
  }, 300_000);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("has a name and typed parameters, and the whole repository fits it", () => {
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    for (const project of [".", "panel"])
      expect(output(tsc, [...ONE_CHECKER, "--noEmit", "--project", project]), `types of ${project}`).toBe("");
  });

  it("is an error, a problem, a failure, a reason and a cause in both languages", () => {
    expect(JSON.parse(run("examples/moon.ts"))).toEqual({
      problem: { title: "The moon is hidden", status: 409, detail: "No moon today", number: -11_400_090_000 },
      documented: true,
      filtered: [],
      inPanel: { title: "月亮被遮住", detail: "请等待云散。" },
      number: -11_400_090_000,
      retryable: true,
      words: [
        { means: "Clouds are before the moon", advice: "Wait for wind" },
        { means: "云遮住了月亮", advice: "等风来" },
      ],
      reason: ["2 clouds are before it", "被 2 片云遮住"],
      failure: ["No moon over Rome", "Rome 上空看不到月亮"],
      cause: ["Hidden since noon", "自 noon 起不可见"],
    });
  });

  function run(program: string): string {
    return output(join(ROOT, "node_modules/.bin/node"), [program]);
  }

  /** What a command printed; its complaints too, where it failed. */
  function output(command: string, args: readonly string[]): string {
    try {
      return execFileSync(command, args, { cwd: copy, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      return `${stdout}${stderr}`;
    }
  }
});
