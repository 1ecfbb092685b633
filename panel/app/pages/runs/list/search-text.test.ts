import { describe, expect, it } from "vitest";
import { parseSearch } from "./search-text.ts";

describe("parseSearch()", () => {
  it.each([
    ["", {}],
    ["ECONNREFUSED", { error: "ECONNREFUSED" }],
    ["the mailbox is full", { error: "the mailbox is full" }],
    ["019aa7c2-9d", { id: "019aa7c2-9d" }],
    ["9d3f21ab", { id: "9d3f21ab" }],
    ["ledger.close-day@2026-01", { id: "ledger.close-day@2026-01" }],
    ["id:abc", { id: "abc" }],
    ["error: 019aa7c2", { error: "019aa7c2" }],
    ["args.shop:7", { args: { shop: "7" } }],
    [
      "timed out args.shop:7 args.day:2026-01-31",
      { error: "timed out", args: { shop: "7", day: "2026-01-31" } },
    ],
    ["args.note:a b", { args: { note: "a b" } }],
  ])("%s asks for %j", (text, wanted) => {
    expect(parseSearch(text)).toEqual(wanted);
  });
});
