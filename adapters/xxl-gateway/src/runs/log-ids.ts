import { type IMoStateStore, randomBytes } from "@mojob/core/ports";
import { SECRET_KEY } from "../state-keys.ts";

/** Names one execution on an executor. */
export interface ExecutionName {
  readonly tenant: string;
  readonly instanceId: string;
  /** Which retry of the run it is, from 0: an attempt that takes over from a dead worker has the number of the one before. */
  readonly retry: number;
  readonly shard: number;
}

/**
 * Gives each execution its number, the same in every process and after every restart, and one that cannot be guessed:
 * an executor could otherwise settle the runs of others. It has 53 bits, which every client transmits unchanged.
 */
export class LogIds {
  readonly #state: IMoStateStore;
  #key: Promise<CryptoKey> | null = null;

  constructor(state: IMoStateStore) {
    this.#state = state;
  }

  async of({ tenant, instanceId, retry, shard }: ExecutionName): Promise<number> {
    const key = await (this.#key ??= this.#readKey());
    const name = new TextEncoder().encode(JSON.stringify([tenant, instanceId, retry, shard]));
    const bits = new DataView(await crypto.subtle.sign("HMAC", key, name));
    return Math.max(1, bits.getUint32(0) * 2 ** 21 + (bits.getUint32(4) >>> 11));
  }

  async #readKey(): Promise<CryptoKey> {
    try {
      const fresh = [...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      await this.#state.compareAndSet(SECRET_KEY, null, fresh);
      const kept = (await this.#state.get(SECRET_KEY))?.value;
      if (typeof kept !== "string") throw new TypeError(`Cannot name runs: state "${SECRET_KEY}" is no text`);
      const secret = new TextEncoder().encode(kept);
      return await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    } catch (error) {
      this.#key = null;
      throw error;
    }
  }
}
