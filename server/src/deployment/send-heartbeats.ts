import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Deployment } from "@mojob/core/engine";

const EVERY_MS = 60_000;
const WITHIN_MS = 10_000;

export interface HeartbeatOptions {
  readonly url: string;
  readonly onError: (error: unknown) => void;
  /** @default a minute */
  readonly everyMs?: number;
}

/**
 * Calls an address every minute while every tenant fires and its parts are available: who watches it knows by its silence what nobody
 * here could report. A heartbeat that cannot be sent is one error until the next one that can.
 */
export function sendHeartbeats(
  deployment: Pick<Deployment, "tenants" | "scheduler">,
  { url, onError, everyMs = EVERY_MS }: HeartbeatOptions,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let isFailing = false;
  const beat = async (): Promise<void> => {
    try {
      if (!(await isWell(deployment))) return;
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(WITHIN_MS)]);
      const { ok, status } = await fetch(url, { signal, redirect: "error" });
      if (!ok) throw new Error(`The response has status ${status}`);
      isFailing = false;
    } catch (cause) {
      if (closing.signal.aborted || isFailing) return;
      isFailing = true;
      onError(
        new MoJobError(
          MoJobErrorCode.RuntimeUnavailable,
          `Cannot send a heartbeat to "${new URL(url).host}": ${cause instanceof Error ? cause.message : "it failed"}`,
          { cause },
        ),
      );
    }
  };
  let sending = beat();
  const timer = setInterval(() => {
    sending = sending.then(beat);
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await sending;
    },
  };
}

async function isWell({ tenants, scheduler }: Pick<Deployment, "tenants" | "scheduler">): Promise<boolean> {
  const all = await Promise.all(
    tenants.map(async (tenant) => {
      const own = scheduler({ tenant });
      const [checks, counts] = await Promise.all([own.health(), own.incidents.counts()]);
      return checks.every(({ ok }) => ok) && counts.conditions.firing_stopped === 0;
    }),
  );
  return all.every(Boolean);
}
