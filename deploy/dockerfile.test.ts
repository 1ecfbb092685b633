import { existsSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { readDeployFile, ROOT } from "./fixtures/compose-file.ts";

const text = readDeployFile("Dockerfile");
const instructions = DockerfileParser.parse(text)
  .getInstructions()
  .map((instruction) => ({
    keyword: instruction.getKeyword(),
    args: instruction.getArguments().map((argument) => argument.getValue()),
  }));
const last = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM"));
const argsOf = (keyword: string): readonly string[] =>
  last.findLast((instruction) => instruction.keyword === keyword)?.args ?? [];

describe("the Dockerfile", () => {
  test("is one, to the letter", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    expect(validate("FORM node").length).toBeGreaterThan(0);
  });

  test("builds in one stage and ships another, of one base", () => {
    const bases = instructions.filter(({ keyword }) => keyword === "FROM").map(({ args }) => args[0]);
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toBe("${NODE_IMAGE}");
    const image = instructions.find(({ keyword }) => keyword === "ARG")?.args[0];
    expect(image).toMatch(/^NODE_IMAGE=node:24-/);
  });

  test("runs as a user that is not root", () => {
    expect(argsOf("USER")).toEqual(["node"]);
  });

  test("starts and asks programs that are there", () => {
    for (const keyword of ["CMD", "HEALTHCHECK"]) {
      const [program = ""] = /server\/programs\/[\w-]+\.ts/.exec(argsOf(keyword).join(" ")) ?? [];
      expect(existsSync(join(ROOT, program)) && program !== "", keyword).toBe(true);
    }
  });

  test("runs only scripts of the repository that are there, and only packages the lock names", () => {
    const run = instructions.filter(({ keyword }) => keyword === "RUN").map(({ args }) => args.join(" "));
    const scripts = run.flatMap((line) => [...line.matchAll(/\bnode (\S+)/g)].map(([, path = ""]) => path));
    expect(scripts).toEqual(["panel/scripts/build.ts", "server/programs/build.ts"]);
    for (const path of scripts) expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(run.join(" ")).not.toMatch(/npm (i|install)\b/);
  });

  test("says the port the control plane listens on", () => {
    expect(argsOf("EXPOSE")).toEqual(["7788"]);
  });
});
