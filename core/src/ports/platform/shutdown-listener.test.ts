import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { shutdownListener } from "./shutdown-listener.ts";

describe("shutdownListener()", () => {
  it("calls back at the first signal only", () => {
    const seen: string[] = [];
    const listener = shutdownListener(
      (signal) => seen.push(signal),
      () => seen.push("exit"),
    );
    listener("SIGTERM");
    listener("SIGTERM");
    expect(seen).toEqual(["SIGTERM"]);
  });

  it.each([
    ["SIGTERM", 0],
    ["SIGINT", 500],
  ] as const)("exits with 130 at a SIGINT that follows a %s by %d ms", async (first, afterMs) => {
    const clock = createFakeClock();
    const codes: number[] = [];
    const listener = shutdownListener(
      () => {},
      (code) => codes.push(code),
      clock,
    );
    listener(first);
    await clock.advance(afterMs);
    expect(codes).toEqual([]);
    listener("SIGINT");
    expect(codes).toEqual([130]);
  });

  it("takes two SIGINTs of one keystroke for one", async () => {
    const clock = createFakeClock();
    const seen: unknown[] = [];
    const listener = shutdownListener(
      (signal) => seen.push(signal),
      (code) => seen.push(code),
      clock,
    );
    listener("SIGINT");
    await clock.advance(20);
    listener("SIGINT");
    expect(seen).toEqual(["SIGINT"]);
  });
});
