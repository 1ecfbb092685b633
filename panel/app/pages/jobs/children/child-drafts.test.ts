import { describe, expect, it } from "vitest";
import type { Instance } from "../../../api/operations.generated.ts";
import { readChildren, textOfChildren } from "./child-drafts.ts";
import { valueInRun } from "./value-in-run.ts";

describe("readChildren()", () => {
  it("reads what textOfChildren() writes, and states what was left out", () => {
    const drafts = readChildren('[{ "job": "a" }, { "job": "b", "on": "end", "args": { "n": "{run.id}" } }]');
    expect(drafts).toEqual([
      { job: "a", on: "success", args: [], when: "", edge: false },
      { job: "b", on: "end", args: [["n", "{run.id}"]], when: "", edge: false },
    ]);
    expect(JSON.parse(textOfChildren(drafts ?? []))).toEqual([
      { job: "a", on: "success" },
      { job: "b", on: "end", args: { n: "{run.id}" } },
    ]);
    expect([readChildren(" "), textOfChildren([])]).toEqual([[], ""]);
  });

  it.each([
    ["malformed JSON", "[{"],
    ["more than a list", '{ "job": "a" }'],
    ["an end it does not know", '[{ "job": "a", "on": "never" }]'],
    ["a member it does not know", '[{ "job": "a", "more": 1 }]'],
    ["arguments that are no texts", '[{ "job": "a", "args": { "n": 1 } }]'],
    ["arguments without names", '[{ "job": "a", "args": ["n"] }]'],
  ])("leaves %s to the editor of JSON", (_, text) => {
    expect(readChildren(text)).toBeNull();
  });
});

it("valueInRun() puts the values of a run in place of what names them", () => {
  const run = { id: "r1", jobKey: "a", state: "Succeeded", args: { month: 9 }, result: { files: ["x"] } };
  const of = (template: string) => valueInRun(template, { ...run, error: null } as unknown as Instance);
  expect([of("{args.month}"), of("{result.files.0} of {run.id}"), of("{result.none}"), of("plain")]).toEqual([
    "9",
    "x of r1",
    "null",
    null,
  ]);
});
