import { describe, expect, it } from "vitest";
import { isMoJobError } from "../../base/error.ts";
import { assertIdempotencyKey, assertJobKey } from "./names.ts";

function isRefused(check: () => void, pointer: string): boolean {
  try {
    check();
    return false;
  } catch (error) {
    return isMoJobError(error, "invalid_argument") && error.issues[0]?.pointer === pointer;
  }
}

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
