import { createFakeClock } from "@mojob/core/testing";
import { describe, expect, it } from "vitest";
import { NodeCalls } from "./node-calls.ts";

const [NODE, OTHER] = ["http://10.1.0.5:9999/", "http://10.1.0.6:9999/"];

describe("calls that can wait", () => {
  it("come after the runs that are being sent to the same executor, and to no other", async () => {
    const clock = createFakeClock();
    const calls = new NodeCalls(clock);
    await calls.quiet(NODE);
    const [first, second] = [calls.begin(NODE), calls.begin(NODE)];
    let isQuiet = false;
    const quiet = calls.quiet(NODE).then(() => (isQuiet = true));
    await calls.quiet(OTHER);
    first();
    await clock.advance(500);
    expect(isQuiet).toBe(false);
    second();
    await quiet;
    await calls.quiet(NODE);
  });

  it("wait no longer than a second, so that an executor without a pause still has its logs read", async () => {
    const clock = createFakeClock();
    const calls = new NodeCalls(clock);
    calls.begin(NODE);
    let isQuiet = false;
    const quiet = calls.quiet(NODE).then(() => (isQuiet = true));
    await clock.advance(999);
    expect(isQuiet).toBe(false);
    await clock.advance(1);
    await quiet;
  });
});
