import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createId } from "./ids.ts";

const instants = fc.date({
  min: new Date(0),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

describe("createId()", () => {
  it("makes UUIDs of version 7 that contain their instant", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const id = createId(now);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(now.getTime());
      }),
    );
  });

  it("sorts by instant", () => {
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        fc.pre(a.getTime() !== b.getTime());
        expect(createId(a) < createId(b)).toBe(a < b);
      }),
    );
  });

  it("sorts in the order of the calls within an instant, whatever other instants are between them", () => {
    const now = new Date("2026-01-01T00:00:00Z");
    const ids = Array.from({ length: 5000 }, (_, index) => {
      if (index % 7 === 0) createId(new Date(now.getTime() - index));
      return createId(now);
    });
    expect(ids.toSorted()).toEqual(ids);
  });

  it("never repeats itself within an instant", () => {
    const now = new Date("2026-01-01T00:00:00Z");
    const ids = Array.from({ length: 5000 }, () => createId(now));
    expect(new Set(ids).size).toBe(5000);
    // Every random position varies, so none of it is a constant.
    for (const at of [...Array(36).keys()].slice(24))
      expect(new Set(ids.map((id) => id[at])).size, `position ${at}`).toBe(16);
  });
});
