import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Deployment } from "@mojob/core/engine";
import { type Clock, sleep } from "@mojob/core/ports";
import { callAddress } from "./call-address.ts";

const EVERY_MS = 3_600_000;

/** Writes them to standard output. */
export const STDOUT = "stdout";

export interface KeepAuditHeadsOptions {
  /** `stdout`, or an address to which each line is posted. */
  readonly to: string;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  /** @default to standard output */
  readonly print?: (line: string) => void;
}

/**
 * Writes where the audit of each tenant ends to a place outside the store: at the start, each hour, and at the end. One line of JSON each:
 * by it, a store is found that was put back as a whole. Lines that cannot be written are one error until the next ones that can.
 */
export function keepAuditHeads(
  deployment: Pick<Deployment, "tenants" | "scheduler">,
  { to, onError, clock, print = printLine }: KeepAuditHeadsOptions,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let isFailing = false;
  const write = async (): Promise<void> => {
    try {
      for (const line of await linesOf(deployment)) {
        if (to === STDOUT) print(line);
        // One after the other, each within its own time.
        // oxlint-disable-next-line no-await-in-loop
        else await callAddress(to, { clock, json: line });
      }
      isFailing = false;
    } catch (cause) {
      if (!isFailing) onError(notWritten(to, cause));
      isFailing = true;
    }
  };
  const writing = (async () => {
    while (!closing.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop
      await write();
      // oxlint-disable-next-line no-await-in-loop
      await sleep(clock, EVERY_MS, closing.signal);
    }
    // Those of what was done since.
    await write();
  })();
  return {
    close() {
      closing.abort();
      return writing;
    },
  };
}

/** One of each tenant, or several where it has very many chains. */
async function linesOf({
  tenants,
  scheduler,
}: Pick<Deployment, "tenants" | "scheduler">): Promise<readonly string[]> {
  const parts = await Promise.all(tenants.map((tenant) => scheduler({ tenant }).audit.heads()));
  return parts.flat().map((auditHeads) => JSON.stringify({ auditHeads }));
}

function notWritten(to: string, cause: unknown): MoJobError {
  const why = cause instanceof Error ? cause.message : "it failed";
  const place = to === STDOUT ? "standard output" : `"${new URL(to).host}"`;
  const code = isMoJobError(cause) ? cause.code : MoJobErrorCode.RuntimeUnavailable;
  return new MoJobError(code, `Cannot write the ends of the audit to ${place}: ${why}`, { cause });
}

function printLine(line: string): void {
  // oxlint-disable-next-line no-console -- This is what was asked for.
  console.log(line);
}
