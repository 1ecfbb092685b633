import { canonicalJson, type JsonValue } from "../base/json.ts";
import type { KeyRing, SealedText } from "../base/sealing/key-ring.ts";

/** Seals the places of chains with a key that is kept outside the store. */
export class ChainSeals {
  readonly #keys: KeyRing | null;
  readonly #tenant: string;

  /** @param keys `null` seals nothing */
  constructor(tenant: string, keys: KeyRing | null) {
    this.#tenant = tenant;
    this.#keys = keys;
  }

  get hasKeys(): boolean {
    return this.#keys !== null;
  }

  /** The seal of a text, which nobody makes without the key; `null` without keys. */
  async seal(of: string, value: JsonValue): Promise<SealedText | null> {
    return this.#keys === null ? null : this.#keys.seal("", this.#context(of, value));
  }

  /** Whether a value is as it was sealed. Without keys nothing is. */
  async isSealed(of: string, value: JsonValue, seal: unknown): Promise<boolean> {
    if (this.#keys === null || !isSeal(seal) || !this.#keys.has(seal.key)) return false;
    return (await this.#keys.open(seal, this.#context(of, value))) !== null;
  }

  #context(of: string, value: JsonValue): string {
    return canonicalJson(["mojob audit", this.#tenant, of, value]);
  }
}

function isSeal(given: unknown): given is SealedText {
  const { key, iv, data } = (given ?? {}) as Partial<SealedText>;
  return typeof key === "string" && typeof iv === "string" && typeof data === "string";
}
