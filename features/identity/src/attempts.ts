import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { ATTEMPTS_PREFIX, sha256 } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";

const MINUTE_MS = 60_000;
const MOST_TRIES = 10;
const BUSY_MS = 1000;

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

/** Who tries, and from where. */
export interface Trier {
  readonly name: string;
  readonly address: string | null;
  /** The browser, where the same person has signed in with it before; it is counted apart. @default none that is known */
  readonly browser?: string | null | undefined;
}

/** An attempt that was counted. */
export interface Attempt {
  /** Does not count it: it was right, or was not judged. */
  takeBack(): Promise<void>;
}

/**
 * Bounds wrong passwords and codes over all processes: 5 of one person from one network in 15 minutes, so that a stranger elsewhere locks
 * nobody out; 20 from one network in a minute; 100 of one person in an hour, wherever they come from. A browser that its person has signed in
 * with has 5 of its own in 15 minutes: a stranger who uses up those of the name does not lock it out.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  /** The changes under way for each key: those of this process wait for each other, so that none finds others changing the count. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /**
   * Counts an attempt before it is judged: of many at the same time no more are judged than of as many one after the other.
   * @throws MoJobError `too_many_attempts` with `waitMs`
   */
  async begin(trier: Trier): Promise<Attempt> {
    const counted: Bound[] = [];
    const takeBack = async (): Promise<void> => {
      for (const bound of counted) await this.#inTurn(bound, () => this.#takeBack(bound));
    };
    for (const bound of await boundsOf(trier)) {
      const waitMs = await this.#inTurn(bound, () => this.#count(bound));
      if (waitMs > 0) {
        await takeBack();
        throw tooMany(waitMs);
      }
      counted.push(bound);
    }
    return { takeBack };
  }

  /** Resolves to how long to wait; to 0 where it was counted. */
  async #count(bound: Bound): Promise<number> {
    const nowMs = this.#nowMs();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { version, count } = await this.#read(bound);
      const { sinceMs, failed } = count ?? { sinceMs: nowMs, failed: 0 };
      if (failed >= bound.most) return sinceMs + bound.withinMs - nowMs;
      if (await this.#write(bound, version, { sinceMs, failed: failed + 1 })) return 0;
    }
    // Others change it all the time: what cannot be counted is not judged.
    return BUSY_MS;
  }

  async #takeBack(bound: Bound): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { version, count } = await this.#read(bound);
      if (count === null) return;
      if (await this.#write(bound, version, { ...count, failed: Math.max(0, count.failed - 1) })) return;
    }
  }

  async #read(bound: Bound): Promise<{ readonly version: number | null; readonly count: Count | null }> {
    const entry = await this.#options.state.get(bound.key);
    return {
      version: entry?.version ?? null,
      count: this.#inForce(bound, entry?.value as Count | undefined),
    };
  }

  async #write({ key, withinMs }: Bound, version: number | null, value: Count): Promise<boolean> {
    const entry = await this.#options.state.compareAndSet(key, version, { ...value }, { ttlMs: withinMs });
    return entry !== null;
  }

  #inTurn<Result>({ key }: Bound, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work, work);
    this.#turns.set(key, turn);
    const end = (): void => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    };
    turn.then(end, end);
    return turn;
  }

  #inForce({ withinMs }: Bound, count: Count | undefined): Count | null {
    return count === undefined || this.#nowMs() - count.sinceMs >= withinMs ? null : count;
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

function tooMany(waitMs: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.TooManyAttempts,
    `Too many wrong attempts: wait ${Math.ceil(waitMs / 1000)} s`,
    { parameters: { waitMs } },
  );
}

async function boundsOf({ name, address, browser = null }: Trier): Promise<readonly Bound[]> {
  if (browser !== null) {
    const key = `${ATTEMPTS_PREFIX}${await sha256(`${name}\0browser\0${browser}`)}`;
    return [{ key, most: 5, withinMs: 15 * MINUTE_MS }];
  }
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

/** Counts of who is signed in and proves it once more: with somebody's cookie nobody uses up the attempts of their sign-in. */
export function ownAttemptsOf(person: string): string {
  return `\0own\0${person}`;
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
