import { MoJobError, MoJobErrorCode } from "./error.ts";

/** Room for `<jobKey>@<ISO time>` and `<jobKey>#<idempotency key>` within 255, Temporal's practical bound for ids. */
const JOB_KEY = /^[\p{L}\p{N}_$][\p{L}\p{N}_$.:/-]{0,127}$/u;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,100}$/;

/** Rows of random bytes are drawn this many ids at a time: one draw per id costs more than the id. */
const RANDOM_POOL_IDS = 256;
const RANDOM_BYTES_PER_ID = 10;

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

let pool = new Uint8Array(0);
let poolOffset = 0;

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

/** The id of the run a recurring job owes at one nominal time; being the same for every caller is what makes a fire happen once. */
export function fireId(jobKey: string, nominalTime: Date): string {
  return `${jobKey}@${nominalTime.toISOString()}`;
}

/** The id of a run its caller named: the same key always means the same run. */
export function idempotentId(jobKey: string, idempotencyKey: string): string {
  return `${jobKey}#${idempotencyKey}`;
}

/** @throws MoJobError `invalid_argument` unless the key can be part of an id: letters, digits and `_ $ . : / -`, at most 128. */
export function assertJobKey(key: string, pointer = "/key"): void {
  if (JOB_KEY.test(key)) return;
  const message = "must be 1 to 128 letters, digits or _ $ . : / - and start with a letter, digit, _ or $";
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use "${key.slice(0, 140)}" as a job key: it ${message}`,
    {
      issues: [{ pointer, message }],
    },
  );
}

/** @throws MoJobError `invalid_argument` unless the key is 1 to 100 visible ASCII characters. */
export function assertIdempotencyKey(key: string, pointer = "/idempotencyKey"): void {
  if (IDEMPOTENCY_KEY.test(key)) return;
  const message = "must be 1 to 100 visible ASCII characters";
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot use this idempotency key: it ${message}`, {
    issues: [{ pointer, message }],
  });
}
