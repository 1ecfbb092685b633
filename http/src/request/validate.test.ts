import { expect, it } from "vitest";
import { listOf, oneOf } from "../schema/fields.ts";
import { validate } from "./validate.ts";

it("validate() lists at most 100 mistakes, and looks at no more items of a list than one too many", () => {
  let looked = 0;
  const items = Array.from({ length: 50_000 }, () => ({
    toString() {
      looked += 1;
      return "x";
    },
  }));
  const refusal = (): unknown => validate(listOf(oneOf(["a"]), 1000), "body", items);
  expect(refusal).toThrow("; and 998 more");
  expect(looked).toBeLessThan(5000);
});
