import type { Clock } from "../base/clock.ts";
import { sha256 } from "../base/fingerprint.ts";
import { ATTEMPTS_PREFIX } from "../model/name/identity-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

const MINUTE_MS = 60_000;
const MOST_TRIES = 10;

/** One bound of wrong attempts: so many within a time. */
interface Bound {
  readonly key: string;
  readonly most: number;
  readonly withinMs: number;
}

interface Count {
  readonly sinceMs: number;
  readonly failed: number;
}

export interface AttemptsOptions {
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  readonly clock: Clock;
}

/**
 * Bounds wrong passwords over all processes: 5 of one person from one network in 15 minutes, so that a stranger elsewhere locks nobody out;
 * 20 from one network in a minute; 100 of one person in an hour, wherever they come from.
 */
export class Attempts {
  readonly #options: AttemptsOptions;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /** How long somebody from there has to wait, in milliseconds; 0 where another attempt may be made. */
  async waitMs(name: string, address: string | null): Promise<number> {
    const waits = await Promise.all((await boundsOf(name, address)).map((bound) => this.#waitOf(bound)));
    return Math.max(...waits);
  }

  /** Counts an attempt before it is judged: many at the same time are as many as one after the other. */
  async begin(name: string, address: string | null): Promise<void> {
    for (const bound of await boundsOf(name, address)) await this.#add(bound, 1);
  }

  /** Takes an attempt back that succeeded. */
  async succeed(name: string, address: string | null): Promise<void> {
    for (const bound of await boundsOf(name, address)) await this.#add(bound, -1);
  }

  async #waitOf(bound: Bound): Promise<number> {
    const count = this.#inForce(
      bound,
      (await this.#options.state.get(bound.key))?.value as Count | undefined,
    );
    if (count === null || count.failed < bound.most) return 0;
    return count.sinceMs + bound.withinMs - this.#nowMs();
  }

  async #add(bound: Bound, failed: number): Promise<void> {
    const { state } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const entry = await state.get(bound.key);
      const standing = this.#inForce(bound, entry?.value as Count | undefined);
      const { sinceMs, failed: before } = standing ?? { sinceMs: this.#nowMs(), failed: 0 };
      const value = { sinceMs, failed: Math.max(0, before + failed) };
      const ttlMs = bound.withinMs;
      if ((await state.compareAndSet(bound.key, entry?.version ?? null, value, { ttlMs })) !== null) return;
    }
  }

  #inForce({ withinMs }: Bound, count: Count | undefined): Count | null {
    return count === undefined || this.#nowMs() - count.sinceMs >= withinMs ? null : count;
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

async function boundsOf(name: string, address: string | null): Promise<readonly Bound[]> {
  const network = networkOf(address ?? "unknown");
  // Hashed, because anything may be sent as a name.
  const [both, from, person] = await Promise.all(
    [`${name}\0${network}`, `\0${network}`, name].map((text) => sha256(text)),
  );
  return [
    { key: `${ATTEMPTS_PREFIX}${both}`, most: 5, withinMs: 15 * MINUTE_MS },
    { key: `${ATTEMPTS_PREFIX}${from}`, most: 20, withinMs: MINUTE_MS },
    { key: `${ATTEMPTS_PREFIX}${person}`, most: 100, withinMs: 60 * MINUTE_MS },
  ];
}

/** The /24 of an IPv4 address, the /56 of an IPv6 one: what one household or office has. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return plain.split(".").slice(0, 3).join(".");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  const [first = "0", second = "0", third = "0", fourth = "0"] = groups;
  return [first, second, third, fourth.padStart(4, "0").slice(0, 2)].join(":");
}
