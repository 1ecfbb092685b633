import type { IMoStateStore } from "@mojob/core";
import { fromBase64, KeyRing, toBase64 } from "@mojob/core/engine";
import { BROWSER_KEY, type SealedText } from "@mojob/core/feature";
import { randomBytes } from "@mojob/core/ports";

const KEY_BYTES = 32;
const KEY_ID = "browser";
/** The length of the 96 bits in front of a sealed text, in base64. */
const IV_CHARACTERS = 16;
const SEALED = /^[A-Za-z0-9_-]{32,3000}$/;

/**
 * Seals what a browser keeps for the API in a cookie: nobody reads or changes it there, and the store keeps nothing of it. Its key is kept in
 * the store, so that every process of the deployment opens it.
 */
export class BrowserSeals {
  readonly #state: Pick<IMoStateStore, "get" | "compareAndSet">;
  #ring: Promise<KeyRing> | null = null;

  constructor(state: Pick<IMoStateStore, "get" | "compareAndSet">) {
    this.#state = state;
  }

  /** @param context what it is for: opened for something else it is refused */
  async seal(text: string, context: string): Promise<string> {
    const { iv, data } = await (await this.#keys()).seal(text, context);
    return toUrl(iv + data);
  }

  /** Resolves to what was sealed; `null` for anything else. */
  async open(sealed: string, context: string): Promise<string | null> {
    if (!SEALED.test(sealed)) return null;
    const text = fromUrl(sealed);
    const kept: SealedText = {
      key: KEY_ID,
      iv: text.slice(0, IV_CHARACTERS),
      data: text.slice(IV_CHARACTERS),
    };
    return (await this.#keys()).open(kept, context);
  }

  #keys(): Promise<KeyRing> {
    return (this.#ring ??= this.#read().catch((error: unknown) => {
      this.#ring = null;
      throw error;
    }));
  }

  /** Reads the keys: where several processes start at the same time, the key of one counts. */
  async #read(): Promise<KeyRing> {
    const made = toBase64(new Uint8Array(randomBytes(KEY_BYTES)));
    const kept = (await this.#state.get(BROWSER_KEY))?.value;
    const entry =
      kept === undefined ? await this.#state.compareAndSet(BROWSER_KEY, null, made) : { value: kept };
    const value = entry?.value ?? (await this.#state.get(BROWSER_KEY))?.value;
    return new KeyRing(new Map([[KEY_ID, fromBase64(value as string)]]));
  }
}

function toUrl(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromUrl(text: string): string {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
}
