import { expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";

it("fingerprint() is the SHA-256 of the canonical text", async () => {
  // printf '{"a":1,"b":[null]}' | sha256sum
  const known = "8977f14eaca9917791c9fe76774f63718de7578b62a92953e793da962a11a29e";
  expect(await fingerprint({ a: 1, b: [null] })).toBe(known);
  expect(await fingerprint({ b: [null], a: 1 })).toBe(known);
  expect(await fingerprint({ a: 1, b: [] })).not.toBe(known);
});
