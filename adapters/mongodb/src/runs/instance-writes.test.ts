import fc from "fast-check";
import { expect, it } from "vitest";
import { isSame } from "./instance-writes.ts";

it("isSame() says of two values what their texts say", () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(values, values, (a, b) => {
      const copy: unknown = JSON.parse(JSON.stringify(a));
      expect(isSame(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      expect(isSame(JSON.parse(JSON.stringify(a)), copy)).toBe(true);
    }),
  );
});

it.each([
  [{}, [], false],
  [{ 0: 1 }, [1], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
  [{ a: null }, {}, false],
  [new Date(5), new Date(5), true],
  [new Date(5), new Date(6), false],
  [new Date(5), {}, false],
  [{ at: new Date(5), list: [{ n: 1 }] }, { at: new Date(5), list: [{ n: 1 }] }, true],
])("isSame() of %j and %j is %s", (a, b, same) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([same, same]);
});
