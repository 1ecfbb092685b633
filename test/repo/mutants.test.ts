import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

interface Mutant {
  readonly test?: string;
  readonly testName?: string;
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

const { href } = new URL("../../scripts/mutants/mod.ts", import.meta.url);
const { MUTANTS } = (await import(href)) as { readonly MUTANTS: readonly Mutant[] };

describe("mutants", () => {
  it("each replace a text that stands in its file exactly once", () => {
    const wrong = MUTANTS.flatMap(({ name, file, text }) => {
      const count = readText(file).split(text).length - 1;
      return count === 1 ? [] : [`${name}: ${file} has its text ${count} times`];
    });
    expect(wrong).toEqual([]);
  });

  it("name the test that notices them", () => {
    const without = MUTANTS.filter(({ test, testName }) =>
      [test, testName].some((one) => typeof one !== "string"),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it("have a name each", () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });
});
