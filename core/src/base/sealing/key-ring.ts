import { MoJobError, MoJobErrorCode } from "../error.ts";
import { randomBytes } from "../ids.ts";
import { fromBase64, toBase64 } from "./base64.ts";

/** A text that only a holder of its key can read. */
export interface SealedText {
  /** The id of the key. */
  readonly key: string;
  /** 96 random bits, in base64. */
  readonly iv: string;
  /** The ciphertext with its tag, in base64. */
  readonly data: string;
}

/** AES-256-GCM (NIST SP 800-38D). */
const CIPHER = "AES-GCM";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const LINE_RULE = "must be an id, a space and 32 bytes in base64, as `openssl rand -base64 32` prints them";

/**
 * Keys that seal texts and open them: the newest seals, each opens what it sealed. `parseKeyRing` makes one.
 */
export class KeyRing {
  /** The ids of its keys, the newest last. */
  readonly ids: readonly string[];
  /** The key that seals. */
  readonly newest: string;
  readonly #bytes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly #imported = new Map<string, Promise<CryptoKey>>();

  /** @param keys 32 bytes by id, the newest last; at least one */
  constructor(keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) {
    this.#bytes = keys;
    this.ids = [...keys.keys()];
    this.newest = this.ids.at(-1) ?? "";
  }

  /** @param context what the text belongs to: opened with another context it is refused */
  async seal(text: string, context: string): Promise<SealedText> {
    const iv = new Uint8Array(randomBytes(IV_BYTES));
    const data = await crypto.subtle.encrypt(
      { name: CIPHER, iv, additionalData: encode(context) },
      await this.#import(this.newest),
      encode(text),
    );
    return { key: this.newest, iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
  }

  has(id: string): boolean {
    return this.#bytes.has(id);
  }

  /** Resolves to `null` where the key is another one of the same id, or the context or the data were changed. */
  async open({ key, iv, data }: SealedText, context: string): Promise<string | null> {
    const cryptoKey = await this.#import(key);
    try {
      const opened = await crypto.subtle.decrypt(
        { name: CIPHER, iv: fromBase64(iv), additionalData: encode(context) },
        cryptoKey,
        fromBase64(data),
      );
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened);
    } catch {
      // WebCrypto says no more than that it failed, on purpose.
      return null;
    }
  }

  #import(id: string): Promise<CryptoKey> {
    const found = this.#imported.get(id);
    if (found !== undefined) return found;
    const bytes = this.#bytes.get(id);
    if (bytes === undefined) return Promise.reject(new RangeError(`There is no key "${id}" in the ring`));
    const imported = crypto.subtle.importKey("raw", bytes, CIPHER, false, ["encrypt", "decrypt"]);
    this.#imported.set(id, imported);
    return imported;
  }
}

/**
 * Reads a key ring: a line for each key with its id and 32 bytes in base64, the newest last; empty lines and lines that begin
 * with `#` do not count.
 * @throws MoJobError `invalid_configuration` that names the line, never what stands in it
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { parseKeyRing } from "@mojob/core/engine";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const keys = parseKeyRing(await readFile("/etc/mojob/keys", "utf8"));
 * const { close } = await startEmbedded({ app: "ops", jobs: [], keys });
 * await close();
 * ```
 */
export function parseKeyRing(text: string): KeyRing {
  const keys = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [id = "", base64 = "", ...rest] = line.trim().split(/\s+/);
    const bytes = fromBase64(base64);
    if (!KEY_ID.test(id) || bytes.length !== KEY_BYTES || rest.length > 0)
      throw wrong(`line ${index + 1} ${LINE_RULE}`);
    if (keys.has(id)) throw wrong(`line ${index + 1} names key "${id}" again`);
    keys.set(id, bytes);
  }
  if (keys.size === 0) throw wrong(`it has no key: each line ${LINE_RULE}`);
  return new KeyRing(keys);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function wrong(what: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot read the key ring: ${what}`);
}
