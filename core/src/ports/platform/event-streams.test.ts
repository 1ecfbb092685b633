import { describe, expect, it } from "vitest";
import { createEventStreams } from "./event-streams.ts";

function endless(): { response: Response; cancelled: Promise<unknown> } {
  const { promise: cancelled, resolve } = Promise.withResolvers<unknown>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
    cancel: resolve,
  });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "x-kept": "yes" };
  return { response: new Response(body, { status: 203, headers }), cancelled };
}

describe("createEventStreams()", () => {
  it("ends an open stream and cancels its source, keeping what was sent", async () => {
    const streams = createEventStreams();
    const { response, cancelled } = endless();
    const tracked = streams.track(response);
    expect(tracked.status).toBe(203);
    expect(tracked.headers.get("x-kept")).toBe("yes");
    const reader = tracked.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: 1\n\n");
    streams.end();
    expect((await reader?.read())?.done).toBe(true);
    await cancelled;
  });

  it("ends at once a stream that comes after end()", async () => {
    const streams = createEventStreams();
    streams.end();
    const { response, cancelled } = endless();
    await streams.track(response).text();
    await cancelled;
  });

  it("notifies the source when the client leaves", async () => {
    const { response, cancelled } = endless();
    await createEventStreams().track(response).body?.cancel();
    await cancelled;
  });

  it("passes a source's own end on", async () => {
    const response = new Response("data: x\n\n", { headers: { "content-type": "text/event-stream" } });
    expect(await createEventStreams().track(response).text()).toBe("data: x\n\n");
  });

  it("leaves any other response alone", () => {
    const response = new Response("{}", { headers: { "content-type": "application/json" } });
    expect(createEventStreams().track(response)).toBe(response);
  });
});
