import type { Clock } from "@mojob/core/ports";

/** How often a download asks whether its caller may still have it. */
const CHECKED_EVERY_MS = 1000;

export interface GuardOptions {
  readonly offset: number;
  readonly clock: Clock;
  readonly isLive: () => Promise<boolean>;
  /** The signal of the attempt. */
  readonly signal: AbortSignal;
}

/** The stream without its first bytes, which breaks off where its caller may not have it any more, or its run was asked to end. */
export function guarded(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { offset, clock, isLive, signal }: GuardOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let toSkip = offset;
  let checkedAtMs = clock.monotonicMs();
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        signal.throwIfAborted();
        if (clock.monotonicMs() - checkedAtMs >= CHECKED_EVERY_MS) {
          if (!(await isLive())) throw new Error("The caller may not read it any more");
          checkedAtMs = clock.monotonicMs();
        }
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const rest = value.subarray(Math.min(toSkip, value.byteLength));
        toSkip -= value.byteLength - rest.byteLength;
        if (rest.byteLength > 0) return controller.enqueue(rest);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
