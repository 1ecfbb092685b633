import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertJobKey } from "./names.ts";
import { fireId, idempotentId, isReservedId, spareFireId } from "./run-id.ts";

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

  it("that are the scheduler's are no caller's, but those under the job's own idempotency keys are", () => {
    const at = new Date("2026-01-01T00:00:00Z");
    const reserved = [
      fireId("mail", at),
      fireId("other", at),
      spareFireId(fireId("mail", at)),
      fireId("mail", at, "month-end"),
      spareFireId(fireId("mail", at, "月末_1")),
      idempotentId("other", "1"),
      "~x/mail",
      "mojob:x",
    ];
    expect(reserved.filter((id) => !isReservedId("mail", id))).toEqual([]);
    const free = [idempotentId("mail", "1"), "mail@2026", "ada@example.org", "#7", "0199-mail"];
    expect(free.filter((id) => isReservedId("mail", id))).toEqual([]);
  });

  it("fit within 255 characters for the longest keys", () => {
    const jobKey = "k".repeat(128);
    assertJobKey(jobKey);
    expect(fireId(jobKey, new Date("9999-12-31T23:59:59.999Z"), "s".repeat(32)).length).toBeLessThan(256);
    expect(idempotentId(jobKey, "i".repeat(100)).length).toBeLessThan(256);
  });
});
