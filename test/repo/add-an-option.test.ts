import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";
import { copyRepository } from "./repository-copy.ts";

/** What an engineer writes who adds an option: one row, and its words in each language. */
const ADDED: readonly (readonly [file: string, before: string, text: string])[] = [
  [
    "core/src/model/option/option-table.ts",
    "  /** Nothing of a disabled job runs",
    `  /** @default "blue" */
  color: { schema: name(20), default: "blue", group: General, control: OptionControl.Text } as Option<string>,
`,
  ],
  ["core/src/model/words/options.en.ts", '    disabled: "nothing', `    color: "what it is painted with",\n`],
  ["core/src/model/words/options.en.ts", '    disabled: "Disabled', `    color: "Color",\n`],
  ["core/src/model/words/options.zh.ts", '    disabled: "停用后', `    color: "显示颜色",\n`],
  ["core/src/model/words/options.zh.ts", '    disabled: "停用"', `    color: "颜色",\n`],
];

/** Uses the option wherever options are used, and prints what was seen. */
const PROGRAM = `
import { defineTriggeredJob } from "@mojob/core";
import { OPTION_PATHS, OPTIONS_BY_PATH } from "@mojob/core/words";
import { createManagementApp } from "@mojob/http";
import { startEmbedded } from "@mojob/runtime-local";

// @ts-expect-error a color is a text
defineTriggeredJob({ key: "wrong", color: 5, execute: () => {} });

const job = defineTriggeredJob({ key: "paint", color: "red", execute: () => {} });
const { scheduler, close } = await startEmbedded({ app: "house", inMemory: true, jobs: [job] });
const app = createManagementApp(scheduler);
const call = async (method: string, path: string, body?: unknown): Promise<Record<string, any>> => {
  const response = await app.fetch(
    new Request("http://127.0.0.1" + path, {
      method,
      headers: { "content-type": "application/json", "if-match": '"1"', host: "127.0.0.1" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { peer: "127.0.0.1" },
  );
  return (await response.json()) as Record<string, any>;
};
const before = await call("GET", "/api/v1/jobs/paint");
const refused = await call("PATCH", "/api/v1/jobs/paint", { color: " " });
const after = await call("PATCH", "/api/v1/jobs/paint", { color: "green" });
const openapi = await call("GET", "/openapi.json");
console.log(
  JSON.stringify({
    before: before.options.color,
    refused: refused.errors[0].pointer,
    after: after.options.color,
    differs: after.differsFromCode,
    documented: openapi.components.schemas.JobOptions.properties.color.description,
    shown: OPTION_PATHS.includes("color") && OPTIONS_BY_PATH.color.group,
  }),
);
await app.close();
await close();
`;

/** The four that there are by default each read what they share, and other tests want the processors. */
const ONE_CHECKER = ["--checkers", "1"];

describe("an option that is added as one row and its words", { timeout: 300_000 }, () => {
  let copy = "";

  beforeAll(() => {
    copy = copyRepository();
    for (const [file, before, text] of ADDED) {
      const path = join(copy, file);
      const source = readFileSync(path, "utf8");
      expect(source.split(before).length, `${file} has "${before}" once`).toBe(2);
      writeFileSync(path, source.replace(before, `${text}${before}`));
    }
    writeFileSync(join(copy, "examples/paint.ts"), PROGRAM);
  }, 300_000);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("has a type where jobs are written, and the whole repository fits it", () => {
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    for (const project of [".", "panel"])
      expect(output(tsc, [...ONE_CHECKER, "--noEmit", "--project", project]), `types of ${project}`).toBe("");
  });

  it("is checked, stored, edited, compared, documented and shown", () => {
    const seen = output(join(ROOT, "node_modules/.bin/node"), ["examples/paint.ts"]);
    expect(JSON.parse(seen)).toEqual({
      before: "red",
      refused: "/color",
      after: "green",
      differs: [{ field: "color", code: "red", stored: "green", edited: true }],
      documented: "what it is painted with",
      shown: "general",
    });
  });

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
