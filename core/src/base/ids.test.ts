import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMoJobError } from "./error.ts";
import { assertIdempotencyKey, assertJobKey, createId, fireId, idempotentId } from "./ids.ts";

const instants = fc.date({
  min: new Date(0),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

function isRefused(check: () => void, pointer: string): boolean {
  try {
    check();
    return false;
  } catch (error) {
    return isMoJobError(error, "invalid_argument") && error.issues[0]?.pointer === pointer;
  }
}

describe("createId()", () => {
  it("makes UUIDs of version 7 that carry their instant", () => {
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

  it("never repeats itself within an instant", () => {
    const now = new Date("2026-01-01T00:00:00Z");
    const ids = Array.from({ length: 5000 }, () => createId(now));
    expect(new Set(ids).size).toBe(5000);
    // Every random position varies, so none of it is a constant.
    for (const at of [...Array(36).keys()].slice(15)) {
      if (at === 18 || at === 23) continue;
      expect(new Set(ids.map((id) => id[at])).size, `position ${at}`).toBeGreaterThan(1);
    }
  });
});

describe("ids of runs", () => {
  it("name a fire by its job and nominal time", () => {
    expect(fireId("ledger.close", new Date("2026-03-01T01:00:00+08:00"))).toBe(
      "ledger.close@2026-02-28T17:00:00.000Z",
    );
  });

  it("never confuse a fire, a named run and another job's", () => {
    const at = new Date("2026-01-01T00:00:00Z");
    const keys = fc.stringMatching(/^[a-z][a-z.:/-]{0,20}$/);
    fc.assert(
      fc.property(keys, keys, fc.stringMatching(/^[!-~]{1,30}$/), (job, other, key) => {
        fc.pre(job !== other);
        const ids = [fireId(job, at), fireId(other, at), idempotentId(job, key), idempotentId(other, key)];
        expect(new Set(ids).size).toBe(4);
      }),
    );
  });

  it("fit within 255 characters for the longest keys", () => {
    const jobKey = "k".repeat(128);
    assertJobKey(jobKey);
    expect(fireId(jobKey, new Date("9999-12-31T23:59:59.999Z")).length).toBeLessThan(256);
    expect(idempotentId(jobKey, "i".repeat(100)).length).toBeLessThan(256);
  });
});

describe("assertJobKey()", () => {
  it.each(["a", "ledger.close-day", "Billing/send:invoice", "_x", "$job", "9lives", "日報.作成", "é"])(
    "takes %j",
    (key) => {
      assertJobKey(key);
    },
  );

  it.each(["", ".a", "-a", "/a", ":a", "a b", "a@b", "a#b", "a\n", "a\0", "a%2f", "😀", "k".repeat(129)])(
    "refuses %j",
    (key) => {
      expect(isRefused(() => assertJobKey(key), "/key")).toBe(true);
      expect(isRefused(() => assertJobKey(key, "/definitions/0/key"), "/definitions/0/key")).toBe(true);
    },
  );
});

describe("assertIdempotencyKey()", () => {
  it.each(["a", "!", "~", "order/7#2@x", "i".repeat(100)])("takes %j", (key) => {
    assertIdempotencyKey(key);
  });

  it.each(["", " ", "a b", "ü", "a\n", "\x7f", "i".repeat(101)])("refuses %j", (key) => {
    expect(isRefused(() => assertIdempotencyKey(key), "/idempotencyKey")).toBe(true);
  });
});
