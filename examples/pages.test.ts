import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

/** Pages whose every program runs as it is written, and what each prints among other lines. */
const PAGES = {
  "writing-jobs": [
    ["{ number: 404, lines: 3 }"],
    ["begins math.double", "math.double succeeded", "42", "2", "Cancelled"],
    ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "took"],
    ['"message":"hello"'],
  ],
  "moving-code": [["hello ada", "hello again", "ticks"]],
} as const;

function programs(page: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}.md`, "utf8");
  return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = ""]) => code);
}

describe.each(Object.entries(PAGES))("docs/%s.md", (page, printed) => {
  it("has programs that run as they are written, and print what they say", { timeout: 60_000 }, async () => {
    const codes = programs(page);
    expect(codes).toHaveLength(printed.length);
    for (const [index, code] of codes.entries()) {
      const words = ["--input-type=module-typescript", "--eval", code];
      const { stdout } = await run(`${ROOT}node_modules/.bin/node`, words, { cwd: ROOT });
      for (const part of printed[index] ?? []) expect(stdout).toContain(part);
    }
  });

  it("has the same programs in both languages", () => {
    expect(programs(`${page}.zh-CN`)).toEqual(programs(page));
  });
});
