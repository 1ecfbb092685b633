/** Random numbers are drawn for this many ids at a time: one draw per id costs more than the id. */
const RANDOM_POOL_IDS = 256;
/** Twelve bits of each are three hexadecimal digits. */
const RANDOM_NUMBERS_PER_ID = 4;

const THREE_DIGITS: readonly string[] = Array.from({ length: 4096 }, (_, bits) =>
  bits.toString(16).padStart(3, "0"),
);
/** The variant of RFC 9562 §4.1 and two bits. */
const VARIANTS = "89ab";

let pool = new Uint16Array(0);
let poolOffset = 0;
/** The beginning of an id, with the instant it is of: many ids are made in one millisecond. */
let latest = { ms: Number.NaN, text: "" };
/** Numbers the ids of this process: 26 bits. */
let made = 0;
const COUNTED = 2 ** 26;

/** Random bytes that cannot be guessed, for secrets. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * A UUID version 7 (RFC 9562 §5.7) for the given instant. Ids sort by their instant, to the millisecond, and those of one
 * process within it in the order in which they were made (§6.2, method 1), for more than 30 million ids.
 */
export function createId(now: Date): string {
  if (poolOffset + RANDOM_NUMBERS_PER_ID > pool.length) {
    // Other processes begin elsewhere, all of them in the lower half.
    if (pool.length === 0) made = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % (COUNTED / 2);
    pool = crypto.getRandomValues(new Uint16Array(RANDOM_POOL_IDS * RANDOM_NUMBERS_PER_ID));
    poolOffset = 0;
  }
  const at = poolOffset;
  poolOffset += RANDOM_NUMBERS_PER_ID;
  const ms = now.getTime();
  if (ms !== latest.ms) latest = { ms, text: beginningOf(ms) };
  made = (made + 1) % COUNTED;
  const [high, middle, low] = [made >> 14, (made >> 12) & 3, made & 0xfff];
  return `${latest.text}${digits(high)}-${VARIANTS[middle]}${digits(low)}-${random(at)}${random(at + 1)}${random(at + 2)}${random(at + 3)}`;
}

/** The time and the version. */
function beginningOf(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

function random(at: number): string {
  return digits((pool[at] ?? 0) & 0xfff);
}

function digits(bits: number): string {
  return THREE_DIGITS[bits] ?? "000";
}
