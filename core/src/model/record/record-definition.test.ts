import { expect, test } from "vitest";
import { defineRecords, fieldOf, type Recorded, type RecordDefinition } from "./record-definition.ts";

interface View extends Recorded {
  readonly id: string;
}

const key = ({ id }: View): string => id;

test("a field without a path is the value with its name", () => {
  const by = { type: "text", path: "owner.id" } as const;
  const views = defineRecords({ name: "views", key, fields: { id: "text", by } });
  expect(fieldOf(views, "id")).toEqual({ type: "text", path: "id" });
  expect(fieldOf(views, "by")).toBe(by);
});

test.each([
  { name: "Views", key, fields: {} },
  { name: 'views" (x', key, fields: {} },
  { name: "", key, fields: {} },
  { name: "views", key, fields: { "a b": "text" } },
  { name: "views", key, fields: { id: { type: "text", path: "$where" } } },
  { name: "views", key, fields: { id: { type: "text", path: "a." } } },
  { name: "views", key, fields: { id: "text" }, indexes: { "by-id": { id: 1 } } },
  { name: "views", key, fields: {}, apart: { "a'": "text" } as object },
] as readonly RecordDefinition<View, string>[])(
  "a name that a table or a column cannot have is refused: %j",
  (given) => {
    expect(() => defineRecords(given)).toThrow("Cannot define records");
  },
);

test.each(["runs", "definitions", "executors", "state"])(
  'the name "%s" is refused: stores have it',
  (name) => {
    expect(() => defineRecords({ name, key, fields: {} })).toThrow("something else");
  },
);
