/** Random numbers are drawn for this many ids at a time: one draw per id costs more than the id. */
const RANDOM_POOL_IDS = 256;
/** Twelve bits of each are three hexadecimal digits. */
const RANDOM_NUMBERS_PER_ID = 6;

const THREE_DIGITS: readonly string[] = Array.from({ length: 4096 }, (_, bits) =>
  bits.toString(16).padStart(3, "0"),
);
/** The variant of RFC 9562 §4.1 and two bits. */
const VARIANTS = "89ab";

let pool = new Uint16Array(0);
let poolOffset = 0;
/** The beginning of an id, with the instant it is of: many ids are made in one millisecond. */
let latest = { ms: Number.NaN, text: "" };

/** Random bytes that cannot be guessed, for secrets. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A UUID version 7 (RFC 9562 §5.7) for the given instant: ids made later sort later, to the millisecond. */
export function createId(now: Date): string {
  if (poolOffset + RANDOM_NUMBERS_PER_ID > pool.length) {
    pool = crypto.getRandomValues(new Uint16Array(RANDOM_POOL_IDS * RANDOM_NUMBERS_PER_ID));
    poolOffset = 0;
  }
  const at = poolOffset;
  poolOffset += RANDOM_NUMBERS_PER_ID;
  const ms = now.getTime();
  if (ms !== latest.ms) latest = { ms, text: beginningOf(ms) };
  return `${latest.text}${digits(at)}-${VARIANTS[(pool[at] ?? 0) >> 14]}${digits(at + 1)}-${digits(at + 2)}${digits(at + 3)}${digits(at + 4)}${digits(at + 5)}`;
}

/** The time and the version. */
function beginningOf(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

function digits(at: number): string {
  return THREE_DIGITS[(pool[at] ?? 0) & 0xfff] ?? "000";
}
