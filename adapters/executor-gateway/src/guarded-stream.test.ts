import { createFakeClock } from "@mojob/core/testing";
import { describe, expect, it } from "vitest";
import { guarded } from "./guarded-stream.ts";

function streamOf(...pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

describe("guarded()", () => {
  const clock = createFakeClock();
  const { signal } = new AbortController();
  const textOf = (
    offset: number,
    isLive: () => Promise<boolean>,
    until: AbortSignal = signal,
  ): Promise<string> =>
    new Response(guarded(streamOf("abc", "defg", "h"), { offset, clock, isLive, signal: until })).text();

  it("leaves out what was read before", async () => {
    for (const offset of [0, 2, 3, 5, 7, 8, 20])
      expect(await textOf(offset, () => Promise.resolve(true))).toBe("abcdefgh".slice(offset));
  });

  it("breaks off within a second of the moment when its caller may not have it any more", async () => {
    const held = Promise.withResolvers<void>();
    let isAllowed = true;
    let pulls = 0;
    const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        pulls += 1;
        if (pulls > 2) await held.promise;
        controller.enqueue(new Uint8Array(10));
      },
    });
    const isLive = (): Promise<boolean> => Promise.resolve(isAllowed);
    const reader = guarded(slow, { offset: 0, clock, isLive, signal }).getReader();
    await reader.read();
    isAllowed = false;
    await clock.advance(1000);
    held.resolve();
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow("may not read it any more");
  });

  it("breaks off where its run was asked to end", async () => {
    const run = new AbortController();
    run.abort(new Error("The run was cancelled"));
    await expect(textOf(0, () => Promise.resolve(true), run.signal)).rejects.toThrow("was cancelled");
  });
});
