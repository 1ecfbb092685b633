/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
const ROUND: Int32Array = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** The same of their square roots, of the first 8 (§5.3.3). */
const INITIAL: readonly number[] = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK_BYTES = 64;

/**
 * The SHA-256 of a text in UTF-8, as hexadecimal text, at once: that of Web Crypto takes turns of the event loop, for which a change would
 * wait before it is written. For some kilobytes; what is longer is better hashed by `sha256` of `fingerprint.ts`.
 */
export function sha256Now(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const words = new Int32Array(64);
  const hash = Int32Array.from(INITIAL);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + t * 4);
    for (let t = 16; t < 64; t += 1) words[t] = scheduled(words, t);
    compress(hash, words);
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** With a one, zeros and the length in bits at its end (§5.1.1). */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(length - 8, BigInt(message.length) * 8n);
  return bytes;
}

/** A word of the message schedule (§6.2.2, 1). */
function scheduled(words: Int32Array, t: number): number {
  const early = word(words, t - 15);
  const late = word(words, t - 2);
  const sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
  const sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
  return (sigma1 + word(words, t - 7) + sigma0 + word(words, t - 16)) | 0;
}

/** Adds a block to the hash (§6.2.2, 2 to 4). */
function compress(hash: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + word(ROUND, t) + word(words, t)) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    hash[index] = (word(hash, index) + value) | 0;
}

function word(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotated(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
