import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { shellSource, shellVariable, singleQuoted } from "./shell-source.ts";

async function run(source: string, args: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mojob-shell-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [script, given] = [join(folder, "script.sh"), join(folder, "args.json")];
  await Promise.all([writeFile(script, shellSource(source, true)), writeFile(given, JSON.stringify(args))]);
  const env = { PATH: process.env["PATH"] ?? "", MOJOB_ARGS_FILE: given };
  return (await promisify(execFile)("sh", [script], { env })).stdout;
}

describe("shellSource()", () => {
  it.each([
    ["quotes", `it's "so" and ''`],
    ["commands", "$(touch /tmp/never) `id` ; rm -rf $HOME && true"],
    ["lines and tabs", "one\n\ttwo\\n three\u0001"],
    ["other scripts", "订单 ‘x’ 🐬"],
    ["nothing", ""],
  ])("has %s in a parameter as they are", async (_, text) => {
    expect(await run(`printf %s "\${mojob_a}"`, { mojob_a: text, mojob_b: "b" })).toBe(text);
  });

  it("has all parameters, in whatever order", async () => {
    const args = { mojob_b: "2", mojob_a: '"}', mojob_c: "3" };
    expect(await run('echo "$mojob_a $mojob_b $mojob_c"', args)).toBe('"} 2 3\n');
  });

  it("runs in bash where there is one", async () => {
    expect(await run('text=a-b; echo "${text//-/+}"', {})).toBe("a+b\n");
  });
});

describe("shellVariable()", () => {
  it("leaves the variables of the environment alone", () => {
    expect(["PATH", "system.biz.date", "a-b"].map(shellVariable)).toEqual([
      "mojob_PATH",
      "mojob_system_biz_date",
      "mojob_a_b",
    ]);
  });
});

describe("singleQuoted()", () => {
  it("knows quotes within each other, and those of comments", () => {
    const source = `echo "it's X" 'a "X" b' # don't X\necho \\'X 'X'`;
    const isQuoted = singleQuoted(source);
    expect([...source.matchAll(/X/g)].map(({ index }) => isQuoted(index))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});
