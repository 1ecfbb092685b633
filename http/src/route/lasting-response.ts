import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";

/** How long a caller's rights may be those of a moment ago. */
const CHECKED_EVERY_MS = 1000;
const WHOLE = /^(?:application\/(?:problem\+)?json|text\/(?:html|css|event-stream)|image\/)/;

export interface LastingOptions {
  readonly clock: Clock;
  /** When the caller was let in, by `clock.monotonicMs()`. */
  readonly sinceMs: number;
  /** Resolves to whether the caller may do now what it could do then. */
  readonly isLive: () => Promise<boolean>;
}

/**
 * The response to a caller whose rights are still what they were: one that came after a wait is refused where they are not, and one that is
 * sent piece by piece breaks off. Events look for themselves.
 * @throws MoJobError `forbidden` where the caller's rights have changed while it waited
 */
export async function lastingResponse(response: Response, options: LastingOptions): Promise<Response> {
  const { clock, sinceMs, isLive } = options;
  if (clock.monotonicMs() - sinceMs >= CHECKED_EVERY_MS && !(await isLive())) {
    await response.body?.cancel();
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      "Cannot send the response: your rights have changed since you asked; ask again",
    );
  }
  const { body, status, headers } = response;
  if (body === null || WHOLE.test(headers.get("Content-Type") ?? "")) return response;
  return new Response(whileLive(body, options), { status, headers });
}

/** The stream, which breaks off where its caller may not have it any more. */
function whileLive(
  stream: ReadableStream<Uint8Array>,
  { clock, sinceMs, isLive }: LastingOptions,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let checkedMs = sinceMs;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (clock.monotonicMs() - checkedMs >= CHECKED_EVERY_MS) {
          if (!(await isLive())) {
            await reader.cancel();
            throw new Error("The caller's rights have changed");
          }
          checkedMs = clock.monotonicMs();
        }
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
