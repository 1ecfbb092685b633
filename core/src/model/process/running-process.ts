import * as v from "valibot";
import type { JsonValue } from "../../base/json.ts";

/** The process that runs a tenant's jobs, as another one sees it. */
export interface RunningProcess {
  /** `null` where it is not known. */
  readonly pid: number | null;
  /** The machine's name; `null` where it is not known. */
  readonly host: string | null;
  /** Since when it runs; `null` where it is not known. */
  readonly since: Date | null;
}

/** A process of which nothing is known but that it runs. */
export const UNKNOWN_PROCESS: RunningProcess = { pid: null, host: null, since: null };

/** The process in a message, as the subject of its sentence. */
export function describeProcess({ pid, host, since }: RunningProcess): string {
  const from = since === null ? "" : `since ${since.toISOString()}`;
  if (pid === null) return from === "" ? "another process" : `a process ${from}`;
  return [`process ${pid}${host === null ? "" : ` on "${host}"`}`, ...(from === "" ? [] : [`${from},`])].join(
    ", ",
  );
}

const StoredSchema = v.object({
  pid: v.nullable(v.number()),
  host: v.nullable(v.string()),
  since: v.nullable(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
  ),
});

/** A process as it is stored. */
export function storedProcess({ pid, host, since }: RunningProcess): JsonValue {
  return { pid, host, since: since?.toISOString() ?? null };
}

/** The process in a stored value; nothing is known of it where another version wrote the value. */
export function processIn(stored: JsonValue | undefined): RunningProcess {
  const parsed = v.safeParse(StoredSchema, stored);
  return parsed.success ? parsed.output : UNKNOWN_PROCESS;
}
