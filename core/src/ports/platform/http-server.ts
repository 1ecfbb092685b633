import { systemClock } from "../../base/clock.ts";
import type { HttpServer, ServeOptions } from "./platform.ts";
import type { EventStreams } from "./event-streams.ts";
import { listenUrl } from "./listen-address.ts";

const DEFAULT_CLOSE_GRACE_MS = 10_000;

/** A runtime's own server, listening. */
export interface BoundServer {
  readonly port: number;
  readonly streams: EventStreams;
  /** Accepts nothing more and resolves when nothing is under way. */
  stop(): Promise<unknown>;
  /** Ends every connection at once. */
  cutOff(): unknown;
}

/** Gives a runtime's own server the way of closing that all of them share. */
export function createHttpServer(options: ServeOptions, bound: BoundServer): HttpServer {
  let closing: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    const timer = systemClock.setTimer(
      () => void bound.cutOff(),
      options.closeGraceMs ?? DEFAULT_CLOSE_GRACE_MS,
    );
    try {
      const stopped = bound.stop();
      bound.streams.end();
      await stopped;
    } finally {
      timer.cancel();
    }
  };
  const close = (): Promise<void> => (closing ??= stop());

  if (options.signal?.aborted) void close();
  options.signal?.addEventListener("abort", () => void close(), { once: true });
  return { url: listenUrl(options.hostname, bound.port), port: bound.port, close };
}
