import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Deployment } from "@mojob/core/engine";
import { type Clock, sleep } from "@mojob/core/ports";
import { callAddress } from "./call-address.ts";

const EVERY_MS = 60_000;

export interface HeartbeatOptions {
  readonly url: string;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

/**
 * Calls an address every minute while every tenant fires and its parts are available: who watches it knows by its silence what nobody
 * here could report. A heartbeat that cannot be sent is one error until the next one that can.
 */
export function sendHeartbeats(
  deployment: Pick<Deployment, "tenants" | "scheduler">,
  { url, onError, clock }: HeartbeatOptions,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let isFailing = false;
  const beat = async (): Promise<void> => {
    try {
      if (!(await isWell(deployment))) return;
      await callAddress(url, { clock, signal: closing.signal });
      isFailing = false;
    } catch (cause) {
      if (closing.signal.aborted || isFailing) return;
      isFailing = true;
      const why = cause instanceof Error ? cause.message : "it failed";
      const message = `Cannot send a heartbeat to "${new URL(url).host}": ${why}`;
      onError(new MoJobError(MoJobErrorCode.RuntimeUnavailable, message, { cause }));
    }
  };
  const sending = (async () => {
    while (!closing.signal.aborted) {
      // One after the other.
      // oxlint-disable-next-line no-await-in-loop
      await beat();
      // oxlint-disable-next-line no-await-in-loop
      await sleep(clock, EVERY_MS, closing.signal);
    }
  })();
  return {
    close() {
      closing.abort();
      return sending;
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
