import { createFakeClock } from "@mojob/core/testing";
import { describe, expect, it } from "vitest";
import { lastingResponse } from "./lasting-response.ts";

const TEXT = { headers: { "Content-Type": "application/x-ndjson" } };

/** A body that is sent a line at a time, each when the reader asks for it. */
function lines(onCancel: () => void = () => {}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let line = 0;
  return new ReadableStream(
    { pull: (controller) => controller.enqueue(encoder.encode(`${(line += 1)}\n`)), cancel: onCancel },
    { highWaterMark: 0 },
  );
}

describe("lastingResponse()", () => {
  it("breaks off within a second of the moment when its caller may not have it any more", async () => {
    const clock = createFakeClock();
    let [isAllowed, wasCancelled] = [true, false];
    const isLive = (): Promise<boolean> => Promise.resolve(isAllowed);
    const sent = new Response(
      lines(() => (wasCancelled = true)),
      TEXT,
    );
    const response = await lastingResponse(sent, { clock, sinceMs: clock.monotonicMs(), isLive });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await clock.advance(1000);
    expect((await reader.read()).done).toBe(false);
    isAllowed = false;
    expect((await reader.read()).done).toBe(false);
    await clock.advance(1000);
    await expect(reader.read()).rejects.toThrow("rights have changed");
    expect(wasCancelled).toBe(true);
  });

  it("refuses what came after a wait where the rights have changed meanwhile, and nothing that came at once", async () => {
    const clock = createFakeClock();
    const options = { clock, sinceMs: clock.monotonicMs(), isLive: () => Promise.resolve(false) };
    expect(await (await lastingResponse(Response.json({ ok: true }), options)).json()).toEqual({ ok: true });
    await clock.advance(1000);
    await expect(lastingResponse(Response.json({ ok: true }), options)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
