import { isMoJobError } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { assertSafeBinding } from "./safe-binding.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const REFUSED = expect.toSatisfy((error) => isMoJobError(error, "invalid_configuration"));

describe("assertSafeBinding()", () => {
  it.each(["127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "::1", "[::1]"])(
    "lets %s be listened on without a token",
    (hostname) => {
      expect(() => assertSafeBinding(hostname)).not.toThrow();
    },
  );

  it.each([
    "0.0.0.0",
    "::",
    "[::]",
    "",
    "192.168.0.1",
    "10.0.0.1",
    "::ffff:127.0.0.1",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "my-machine",
  ])("refuses %j without a token, and takes it with one", (hostname) => {
    expect(() => assertSafeBinding(hostname)).toThrow(REFUSED);
    expect(() => assertSafeBinding(hostname, TOKEN)).not.toThrow();
  });

  it.each([
    "",
    "short",
    "x".repeat(513),
    "with a space in the middle",
    "naïve-but-long-enough",
    "aaaaaaaaaaaaaaaa",
  ])("refuses the token %j on loopback too", (token) => {
    expect(() => assertSafeBinding("127.0.0.1", token)).toThrow(REFUSED);
  });
});
