import { ERROR_DOMAINS, ERROR_TABLE, type ErrorRow, errorWords, numberOfCode } from "@mojob/core/words";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";
import { isTestFile, sourceFiles } from "./source.ts";
import PUBLISHED from "./error-numbers.json" with { type: "json" };

/** Where failures of runs and of nodes get their codes. */
const FAILING =
  /^(features\/tasks\/src\/(decide|driver|service)|core\/src\/(running|dispatch|duties|control|work|model\/(instance|broadcast|waiting|composite))|adapters\/[a-z-]+-(runner|gateway)|runtime-\w+)\//;
/** Where nodes of tasks do. */
const OF_NODES = /^features\/tasks\/src\/(decide|driver)\//;
const CODE = /\b(?:code: |refusal\(\w+, |endLoop\(\w+, \w+, )"([a-z]+(?:_[a-z]+)*)"/g;
const APPROVALS = /^const CODES[^}]+\{([^}]+)\}/m;
/** Codes of inputs' single mistakes, which belong to the problem that has them. */
const OF_ISSUES: ReadonlySet<string> = new Set([
  "custom",
  "not_one_of",
  "not_text",
  "required",
  "unknown_name",
]);

describe("error codes", () => {
  it("have a number where they are written in code", () => {
    const files = sourceFiles().filter((path) => FAILING.test(path) && !isTestFile(path));
    const written = files.flatMap((path) => [...readText(path).matchAll(CODE)].map(([, code = ""]) => code));
    const [, approvals = ""] = APPROVALS.exec(readText("features/tasks/src/decide/approval.ts")) ?? [];
    const ofApprovals = [...approvals.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code);
    const codes = new Set([...written, ...ofApprovals].filter((code) => !OF_ISSUES.has(code)));
    expect(codes.size).toBeGreaterThan(20);
    expect(["loop_limit", "approval_refused", "tasks_too_deep"].filter((code) => !codes.has(code))).toEqual(
      [],
    );
    expect([...codes].filter((code) => numberOfCode(code) === null)).toEqual([]);
  });

  it("are among the rows of runs where nodes fail with them, so that a scheduler has their words", () => {
    const files = sourceFiles().filter((path) => OF_NODES.test(path) && !isTestFile(path));
    const written = files.flatMap((path) => [...readText(path).matchAll(CODE)].map(([, code = ""]) => code));
    const table = readText("core/src/model/code/codes-of-runs.ts");
    const rows = [...table.matchAll(/"\.\/(rows\/[\w-]+\.ts)"/g)].map(([, file]) =>
      readText(`core/src/model/code/${file}`),
    );
    expect([rows.length > 5, written.length > 10]).toEqual([true, true]);
    expect(written.filter((code) => !rows.some((text) => text.includes(`\n  ${code}: `)))).toEqual([]);
  });

  it("keep the number with which they were published: a new code is added to error-numbers.json, and nothing is changed there", () => {
    const numbers = Object.fromEntries(Object.keys(ERROR_TABLE).map((code) => [code, numberOfCode(code)]));
    expect(numbers).toEqual(PUBLISHED);
  });
});

type Language = "en" | "zh";

const WORDS = {
  en: {
    note: "Written from the table in `core/src/model/code` by `npx vitest run test/repo/error-codes.test.ts -u`.",
    title: "Error codes",
    intro: [
      "Every code has a number, for handbooks, alarms and systems that go by numbers. The API has it as `number` of a problem, of a run's `error`, of a node and of a group of failures, and as `reasonNumber` beside `reasonCode`; 0 is no error.",
      "A number is `-1 DD SS CCC EEE`: the domain, a part of it (`00` so far), the code, and an extra such as an exit code or an HTTP status. `-10600001137` is exit code 137. Numbers are permanent: that of a code never changes, and is never given to another one.",
      "The domains 90 to 99 are yours: `throw jobError({ number: -19001004000, message, retryable: false })` of `@mojob/core` fails an attempt with a number that its run keeps, on every runtime and from remote workers too; `retryOn` can name it as text. Other domains are refused.",
      "Branch on codes, not on sentences. Single mistakes of an input (`errors` of a problem) have codes of their own and no numbers: theirs is that of the problem.",
    ],
    head: ["code", "number", "retry", "means", "what to do"],
    yes: "yes",
  },
  zh: {
    note: "由 `core/src/model/code` 中的表生成：`npx vitest run test/repo/error-codes.test.ts -u`。",
    title: "错误码",
    intro: [
      "每个错误码都有编号，便于编写手册、配置告警和对接其他系统。接口在问题、运行的 `error`、工作流节点和失败分组中以 `number` 返回，在 `reasonCode` 旁以 `reasonNumber` 返回；0 表示不是错误。",
      "编号格式为 `-1 DD SS CCC EEE`：领域、子领域（目前均为 `00`）、错误码、附加值（如退出码或 HTTP 状态码）。`-10600001137` 即退出码 137。编号永久不变，也不会分配给其他错误码。",
      "90 至 99 领域由任务作者使用：在任务中 `throw jobError({ number: -19001004000, message, retryable: false })`（`@mojob/core`），编号随运行记录保存，所有运行时和远程执行器均支持；`retryOn` 可以按编号匹配。其他领域会被拒绝。",
      "程序应按错误码判断，不要按文字判断。输入中的单项错误（问题的 `errors`）有各自的代码，没有编号。",
    ],
    head: ["错误码", "编号", "可重试", "含义", "处理办法"],
    yes: "是",
  },
} as const;

function page(language: Language): string {
  const { note, title, intro, head, yes } = WORDS[language];
  const sections = Object.entries(ERROR_DOMAINS).map(([domain, name]) => {
    const rows = Object.entries(ERROR_TABLE).filter(([, row]) => row.number[0] === Number(domain));
    const lines = rows
      .toSorted(([, a], [, b]) => a.number[1] - b.number[1])
      .map(([code, row]) => line(code, row, language, yes));
    const number = domain.padStart(2, "0");
    return [
      `## ${number} ${name[language]}`,
      "",
      `| ${head.join(" | ")} |`,
      "|---|---|---|---|---|",
      ...lines,
    ].join("\n");
  });
  return `${[`# ${title}`, ...intro, ...sections, note].join("\n\n")}\n`;
}

function line(code: string, row: ErrorRow, language: Language, yes: string): string {
  const { means, advice } = errorWords(code, language) ?? { means: "", advice: "" };
  return `| \`${code}\` | \`${numberOfCode(code)}\` | ${row.isRetryable ? yes : ""} | ${means} | ${advice} |`;
}

describe("the pages of error codes", () => {
  it.each([
    ["en", "../../docs/error-codes.md"],
    ["zh", "../../docs/error-codes.zh-CN.md"],
  ] as const)("say what the table says (%s)", async (language, file) => {
    await expect(page(language)).toMatchFileSnapshot(file);
  });
});
