import { type JobContext, NonRetryableError } from "@mojob/core";
import {
  type JsonValue,
  resourceOf,
  type WorkAttempt,
  WorkError,
  type WorkErrorCode,
} from "@mojob/core/ports";
import { type NamedPlace, placeOf } from "./connection-name.ts";

/** How long a look may take. */
export const TIMEOUT_MS = 30_000;

export interface LookOptions<Connection> {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly timeoutMs: number;
  /** The code of a failure that is the server's. */
  readonly code: WorkErrorCode;
}

/**
 * Looks at the place that a resource names, within a time.
 * @throws WorkError with the code where the server is unavailable; NonRetryableError as `work`, and for a connection that this worker does not have
 */
export async function look<Connection>(
  { definition, context }: WorkAttempt<JobContext>,
  { connections, timeoutMs, code }: LookOptions<Connection>,
  work: (place: NamedPlace<Connection>, signal: AbortSignal) => Promise<JsonValue>,
): Promise<JsonValue> {
  const place = placeOf(resourceOf(definition.work)?.uri ?? "", connections);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await work(place, signal);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof WorkError || error instanceof NonRetryableError) throw error;
    const line = signal.aborted ? `no response within ${timeoutMs} ms` : messageOf(error);
    throw new WorkError(code, { name: place.name, line });
  }
}

/** Where a name has several addresses, the error of all of them has a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
