import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { askAtStart } from "./ask-at-start.ts";

const own = (id: string, params: readonly object[], more: object = {}): object => ({
  id,
  type: "job",
  job: { work: { kind: "code", handler: "a" }, params },
  ...more,
});
const BODY = {
  engine: 1,
  params: [{ name: "day", type: "text" }],
  nodes: [
    own("load", [
      { name: "shop", type: "number", required: true },
      { name: "day", type: "text", required: true },
      { name: "limit", type: "number", value: 12345678901234567890n },
      { name: "note", type: "text" },
    ]),
    {
      id: "all",
      type: "group",
      nodes: [
        own("clear", [
          { name: "shop", type: "number", value: 3 },
          { name: "it’s", type: "text", value: "\\" },
        ]),
        own("given", [{ name: "x", type: "text", value: "a" }], { params: [{ name: "x", value: "b" }] }),
      ],
    },
  ],
};
const text = (body: object): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? `big:${value}` : value,
  ).replaceAll(/"big:(\d+)"/g, "$1");

it("askAtStart() gives each open parameter one of the workflow, and leaves nothing open", () => {
  const before = text(BODY);
  const checked = validateTask(JSON.parse(before));
  expect(checked.body).toBeNull();
  expect(checked.openParams.map(({ node, name, as, isNew }) => [node, name, as, isNew])).toEqual([
    ["load", "shop", "load.shop", true],
    ["load", "day", "day", false],
    ["load", "limit", "limit", true],
    ["clear", "shop", "clear.shop", true],
    ["clear", "it’s", "it’s", true],
  ]);
  const after = askAtStart(before, checked.openParams);
  const { body, issues, openParams } = validateTask(JSON.parse(after));
  expect(issues).toEqual([]);
  expect(openParams).toEqual([]);
  expect(body?.params).toMatchObject([
    { name: "day" },
    { name: "load.shop", type: "number", required: true },
    { name: "limit", type: "number" },
    { name: "clear.shop", type: "number", value: 3 },
    { name: "it’s" },
  ]);
  expect(after).not.toContain("12345678901234567000");
});

it("askAtStart() takes those that are chosen alone, and none of a node that has moved", () => {
  const before = text(BODY);
  const { openParams } = validateTask(JSON.parse(before));
  const [shop, ...others] = openParams;
  const one = JSON.parse(askAtStart(before, shop === undefined ? [] : [shop])) as typeof BODY;
  expect(one.params.map(({ name }) => name)).toEqual(["day", "load.shop"]);
  const moved = others.map((param) => ({ ...param, isNew: false, pointer: "/nodes/7" }));
  expect(JSON.parse(askAtStart(before, moved))).toEqual(JSON.parse(before));
});
