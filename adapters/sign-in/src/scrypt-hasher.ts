import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { PasswordHasher } from "@mojob/identity";

/** OWASP's second recommendation: 32 MiB, three passes. */
const LOG_N = 15;
const BLOCK = 8;
const PARALLEL = 3;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** At once: each takes 32 MiB and a thread of the pool that stores use too. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 8;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,88})\$([A-Za-z0-9+/]{1,88})$/;

/** The cost of one hash; those of tests are small. */
export interface ScryptCost {
  readonly logN: number;
  readonly block: number;
  readonly parallel: number;
}

interface ReadHash extends ScryptCost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * Hashes passwords by scrypt on threads beside the event loop, which fires jobs meanwhile: two at once, and eight that wait.
 * @example
 * ```ts
 * import { scryptHasher } from "@mojob/sign-in";
 *
 * const hasher = scryptHasher();
 * const hash = await hasher.hash("correct horse battery staple");
 * console.log(await hasher.verify("correct horse battery staple", hash));
 * ```
 */
export function scryptHasher(
  cost: ScryptCost = { logN: LOG_N, block: BLOCK, parallel: PARALLEL },
): PasswordHasher {
  const places = new Places();
  const derive = (
    password: string,
    salt: Buffer,
    { logN, block, parallel }: ScryptCost,
    length: number,
  ): Promise<Buffer> =>
    places.within(
      () =>
        new Promise((resolve, reject) => {
          const options = { N: 2 ** logN, r: block, p: parallel, maxmem: 2 ** logN * block * 256 };
          scrypt(password.normalize("NFKC"), salt, length, options, (error, hash) =>
            error ? reject(error) : resolve(hash),
          );
        }),
    );
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, cost, HASH_BYTES);
      const { logN, block, parallel } = cost;
      return `$scrypt$ln=${logN},r=${block},p=${parallel}$${unpadded(salt)}$${unpadded(hash)}`;
    },
    async verify(password, text) {
      const read = readHash(text);
      if (read === null) return false;
      return timingSafeEqual(await derive(password, read.salt, read, read.hash.length), read.hash);
    },
    isOutdated(text) {
      const read = readHash(text);
      return (
        read === null || read.logN < cost.logN || read.block < cost.block || read.parallel < cost.parallel
      );
    },
  };
}

/** Lets so many through at once, and refuses those for which there is no room to wait. */
class Places {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING)
        throw new MoJobError(
          MoJobErrorCode.TooManyAttempts,
          "Too many sign in at once: try again in a few seconds",
          {
            parameters: { waitMs: 5000 },
          },
        );
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#taken += 1;
    try {
      return await work();
    } finally {
      // The place is handed on.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}

function readHash(text: string): ReadHash | null {
  const [, logN, block, parallel, salt, hash] = PHC.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return null;
  const numbers = { logN: Number(logN), block: Number(block), parallel: Number(parallel) };
  return { ...numbers, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
