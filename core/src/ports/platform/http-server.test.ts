import { describe, expect, it } from "vitest";
import { createEventStreams } from "./event-streams.ts";
import { createHttpServer, type BoundServer } from "./http-server.ts";

function bound(stops: Promise<unknown>): BoundServer & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    port: 7788,
    streams: { ...createEventStreams(), end: () => calls.push("end streams") },
    stop: () => (calls.push("stop"), stops),
    cutOff: () => calls.push("cut off"),
  };
}

const options = { hostname: "127.0.0.1", port: 0 };

describe("createHttpServer()", () => {
  it("stops, then ends event streams, and does so once however often it is closed", async () => {
    const server = bound(Promise.resolve());
    const { close, url } = createHttpServer(options, server);
    await Promise.all([close(), close()]);
    expect(server.calls).toEqual(["stop", "end streams"]);
    expect(url).toBe("http://127.0.0.1:7788");
  });

  it("cuts off what takes longer than the grace period", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = { ...bound(promise), cutOff: resolve };
    await createHttpServer({ ...options, closeGraceMs: 1 }, server).close();
  });

  it("closes when its signal aborts", () => {
    const controller = new AbortController();
    const server = bound(Promise.resolve());
    createHttpServer({ ...options, signal: controller.signal }, server);
    expect(server.calls).toEqual([]);
    controller.abort();
    expect(server.calls).toContain("stop");
  });

  it("closes at once when its signal has aborted already", () => {
    const server = bound(Promise.resolve());
    createHttpServer({ ...options, signal: AbortSignal.abort() }, server);
    expect(server.calls).toContain("stop");
  });
});
