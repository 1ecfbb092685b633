import { expect, it } from "vitest";
import { csvRows } from "./csv-rows.ts";

it.each([
  [
    "a,b\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    '"a, ""b""",c\n"two\nlines",d\n',
    [
      ['a, "b"', "c"],
      ["two\nlines", "d"],
    ],
  ],
  [
    "a;b;c,d\n1;2;3\n",
    [
      ["a", "b", "c,d"],
      ["1", "2", "3"],
    ],
  ],
  [
    "a\tb\n\t\n",
    [
      ["a", "b"],
      ["", ""],
    ],
  ],
  ['"unended', [["unended"]]],
  ["", []],
])("%j has the cells %j", (text, rows) => {
  expect(csvRows(text, 100)).toEqual(rows);
});

it("no more rows are made than are shown", () => {
  expect(csvRows("a\n".repeat(1000), 3)).toEqual([["a"], ["a"], ["a"]]);
});
