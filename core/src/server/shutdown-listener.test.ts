import { describe, expect, it } from "vitest";
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

  it("exits with 130 at a SIGINT after the first signal", () => {
    const codes: number[] = [];
    const listener = shutdownListener(
      () => {},
      (code) => codes.push(code),
    );
    listener("SIGINT");
    expect(codes).toEqual([]);
    listener("SIGINT");
    expect(codes).toEqual([130]);
  });
});
