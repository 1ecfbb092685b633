import type { Clock } from "../base/clock.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { HealthCheck } from "../scheduler/health-check.ts";

const NAMES: Readonly<Record<string, string>> = {
  store: "The metadata store",
  state: "The state store",
  temporal: "Temporal",
};

/** The code of errors while a part is unavailable. */
const CODES: Readonly<Record<string, MoJobErrorCode>> = {
  store: MoJobErrorCode.StoreUnavailable,
  state: MoJobErrorCode.StoreUnavailable,
};

export interface OutageLogOptions {
  readonly clock: Clock;
  /** Called once when a part has become unavailable, and with every error that is not its consequence. */
  readonly onError: (error: unknown) => void;
  /** Called once when the part is available again. */
  readonly onWarning: (warning: string) => void;
}

/**
 * Reports each part of a process once when it becomes unavailable and once when it is available again. Calls that fail in
 * between because of it are not reported: there may be thousands, and they say nothing new.
 */
export class OutageLog {
  readonly #options: OutageLogOptions;
  /** Since when each part is unavailable, by the monotonic clock. */
  readonly #since = new Map<string, number>();

  constructor(options: OutageLogOptions) {
    this.#options = options;
  }

  /** Reports an error, unless it comes from an outage that was reported. */
  readonly onError = (error: unknown): void => {
    const isKnown = [...this.#since.keys()].some((part) => isMoJobError(error, codeOf(part)));
    if (!isKnown) this.#options.onError(error);
  };

  /** Reports each part that has become unavailable, or available again. */
  note(checks: readonly HealthCheck[]): void {
    const { clock, onError, onWarning } = this.#options;
    const nowMs = clock.monotonicMs();
    for (const { name, ok, detail } of checks) {
      const sinceMs = this.#since.get(name);
      if (ok && sinceMs !== undefined) {
        this.#since.delete(name);
        onWarning(`${nameOf(name)} is available again, after ${Math.ceil((nowMs - sinceMs) / 1000)} s`);
      } else if (!ok && sinceMs === undefined) {
        this.#since.set(name, nowMs);
        onError(new MoJobError(codeOf(name), `${nameOf(name)} is unavailable: ${detail}`));
      }
    }
  }
}

function nameOf(part: string): string {
  return NAMES[part] ?? part;
}

function codeOf(part: string): MoJobErrorCode {
  return CODES[part] ?? MoJobErrorCode.RuntimeUnavailable;
}
