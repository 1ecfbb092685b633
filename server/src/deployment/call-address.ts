import type { Clock } from "@mojob/core/ports";

const WITHIN_MS = 10_000;

export interface CallAddressOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Is posted as JSON. @default null: the address is only called */
  readonly json?: string | null;
}

/** Calls an address that an operator has named. Where it leads elsewhere is not followed. @throws Error within 10 s */
export async function callAddress(
  url: string,
  { clock, signal, json = null }: CallAddressOptions,
): Promise<void> {
  const tooLate = new AbortController();
  const timer = clock.setTimer(() => tooLate.abort(), WITHIN_MS);
  try {
    const { ok, status, body } = await fetch(url, {
      signal: signal === undefined ? tooLate.signal : AbortSignal.any([signal, tooLate.signal]),
      redirect: "error",
      ...(json !== null && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: json,
      }),
    });
    // Nobody reads it: its connection is free again.
    await body?.cancel();
    if (!ok) throw new Error(`The response has status ${status}`);
  } finally {
    timer.cancel();
  }
}
