import { runAtOnce } from "@mojob/core/feature";
import { describe, expect, it } from "vitest";
import { placeAt } from "./places.ts";
import { readYaml } from "./read-yaml.ts";
import { YamlMistake } from "./yaml-mistake.ts";

function mistakeOf(text: string): readonly [code: string, line: number, column: number] | null {
  try {
    runAtOnce(readYaml(text));
    return null;
  } catch (error) {
    if (!(error instanceof YamlMistake)) throw error;
    const { line, column } = placeAt(text, error.offset);
    return [error.issue.code, line, column];
  }
}

const NINE = Array.from({ length: 9 });

describe("readYaml()", () => {
  it.each<readonly [string, string, string, number, number]>([
    ["an alias", "a: 1\nb: *a\n", "yaml_not_read", 2, 4],
    ["an anchor", "a: &x 1\n", "yaml_not_read", 1, 4],
    ["a tag", "a: !!js/function 1\n", "yaml_not_read", 1, 4],
    ["a tag of one's own", "- !secret x\n", "yaml_not_read", 1, 3],
    ["a directive", "%TAG ! tag:x,2000:\n---\na: 1\n", "yaml_not_read", 1, 1],
    [
      "laughs",
      `a: &a [${NINE.map(() => "x").join(",")}]\nb: [${NINE.map(() => "*a").join(",")}]\n`,
      "yaml_not_read",
      1,
      4,
    ],
    ["a name that is there twice", "a: 1\nb: 2\na: 3\n", "json_same_name", 3, 1],
    ["a name within braces twice", "a: { b: 1, b: 2 }\n", "json_same_name", 1, 12],
    ["a second document", "a: 1\n---\nb: 1\n", "yaml_one_document", 2, 1],
    ["a name that is a number", "labels:\n  2026: x\n", "yaml_name", 2, 3],
    ["a name that is a list", "? [a]\n: 1\n", "yaml_name", 1, 3],
    ["the name of a prototype", "a:\n  __proto__: {}\n", "json_reserved_name", 2, 3],
    ["a name that is long", `${"x".repeat(1001)}: 1\n`, "json_long_name", 1, 1],
    ["a wrong indent", "a:\n    b: 1\n  c: 2\n", "yaml_unreadable", 3, 1],
    ["a quotation mark that stays open", 'a: "b\n', "yaml_unreadable", 2, 1],
    ["infinity", "a: .inf\n", "json_not_finite", 1, 4],
    ["a number that is not exact", "a: 12345678901234567890\n", "json_number_not_exact", 1, 4],
    ["brackets in brackets", `a: ${"[".repeat(100)}\n`, "json_too_deep", 1, 65],
    [
      "maps in maps",
      Array.from({ length: 100 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
      "json_too_deep",
      64,
      1,
    ],
    ["dashes in a line", `${"- ".repeat(100)}\n`, "json_too_deep", 1, 1],
    ["large brackets", `a: [${"1,".repeat(20_000)}1]\n`, "yaml_brackets", 1, 4],
  ])("refuses %s where it stands", (_, text, code, line, column) => {
    const found = mistakeOf(text);
    expect(found?.slice(0, 2)).toEqual([code, line]);
    if (column !== 1) expect(found?.[2]).toBeGreaterThanOrEqual(column - 2);
  });

  it("refuses more values than are read, wherever they are", () => {
    expect(mistakeOf("- \n".repeat(300_000))?.[0]).toBe("json_too_large");
    expect(mistakeOf(`a:\n${"  - 1\n".repeat(110_000)}`)?.[0]).toBe("json_too_large");
  });

  it("reads texts that begin as anchors and tags do, quoted and in blocks", () => {
    const text = "a: \"&x\"\nb: |\n  *y\n  !z\nc: '%d'\nd: x&y *z\n";
    expect(runAtOnce(readYaml(text)).value).toEqual({ a: "&x", b: "*y\n!z\n", c: "%d", d: "x&y *z" });
  });

  it("reads nothing as nothing, and an empty section too", () => {
    expect(runAtOnce(readYaml("")).value).toBeNull();
    expect(runAtOnce(readYaml("# nothing\n")).value).toBeNull();
    expect(runAtOnce(readYaml("jobs:\n")).value).toEqual({ jobs: null });
  });

  it("reads names at the left margin however far down they are", () => {
    const section = (name: string): string => `${name}:\n${"- a: some words\n".repeat(400)}`;
    const { value } = runAtOnce(readYaml(["one", "two", "three"].map(section).join("")));
    expect(
      Object.entries(value as object).map(([name, list]) => [name, (list as readonly unknown[]).length]),
    ).toEqual([
      ["one", 400],
      ["two", 400],
      ["three", 400],
    ]);
  });

  it("takes many short stretches for a large text", () => {
    const text = `jobs:\n${Array.from({ length: 5000 }, (_, index) => `  shop.n${index}:\n    app: shop\n    kind: triggered\n    args:\n      a: 1\n`).join("")}`;
    let stretches = 0;
    let done = false;
    const reading = readYaml(text);
    while (!done) {
      const step = reading.next();
      done = step.done === true;
      stretches += 1;
      if (step.done === true)
        expect(Object.keys((step.value.value as { readonly jobs: object }).jobs)).toHaveLength(5000);
    }
    expect(stretches).toBeGreaterThan(500);
  });
});
