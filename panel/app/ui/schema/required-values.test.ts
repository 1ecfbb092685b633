import { expect, it } from "vitest";
import { missingValues } from "./required-values.ts";
import { initialValue } from "./schema-shape.ts";

const schema = {
  type: "object",
  required: ["shop", "lines"],
  properties: {
    shop: { type: "string" },
    count: { type: "integer" },
    lines: {
      type: "array",
      items: { type: "object", required: ["sku"], properties: { sku: { type: "string" } } },
    },
    address: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
  },
};

it("a required text that is not written is missing, also in items and in objects that are there", () => {
  expect(missingValues(schema, schema, initialValue(schema, schema))).toEqual(["/shop"]);
  expect(missingValues(schema, schema, { shop: "a", lines: [{}, { sku: "x" }], address: {} })).toEqual([
    "/lines/0/sku",
    "/address/city",
  ]);
});

it("an empty text is a value once it is chosen", () => {
  expect(missingValues(schema, schema, { shop: "", lines: [] })).toEqual([]);
});

it("a required choice is missing until somebody makes it, unless there is but one", () => {
  const chosen = {
    type: "object",
    required: ["why", "kind"],
    properties: { why: { enum: ["asked", "broken"] }, kind: { enum: ["refund"] } },
  };
  const initial = initialValue(chosen, chosen);
  expect(initial).toEqual({ kind: "refund" });
  expect(missingValues(chosen, chosen, initial)).toEqual(["/why"]);
});
