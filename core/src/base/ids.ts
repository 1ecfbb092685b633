/** Rows of random bytes are drawn this many ids at a time: one draw per id costs more than the id. */
const RANDOM_POOL_IDS = 256;
const RANDOM_BYTES_PER_ID = 10;

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

let pool = new Uint8Array(0);
let poolOffset = 0;

/** Random bytes that cannot be guessed, for secrets. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A UUID version 7 (RFC 9562 §5.7) for the given instant: ids made later sort later, to the millisecond. */
export function createId(now: Date): string {
  if (poolOffset + RANDOM_BYTES_PER_ID > pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(RANDOM_POOL_IDS * RANDOM_BYTES_PER_ID));
    poolOffset = 0;
  }
  const at = poolOffset;
  poolOffset += RANDOM_BYTES_PER_ID;
  const hex = (index: number): string => HEX[pool[at + index] ?? 0] ?? "00";
  const time = now.getTime().toString(16).padStart(12, "0");
  const version = HEX[((pool[at] ?? 0) & 0x0f) | 0x70] ?? "70";
  const variant = HEX[((pool[at + 2] ?? 0) & 0x3f) | 0x80] ?? "80";
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-${version}${hex(1)}-${variant}${hex(3)}-` +
    `${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`
  );
}
