import type { JsonObject } from "@mojob/core/ports";
import { shownList } from "@mojob/file-runner/operations";
import type { RemoteStats } from "../sites/site.ts";
import type { ListWork } from "../work/transfer-work.ts";
import { listed } from "./listed.ts";
import { findRemote } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/** What there is in a folder of the server, by names. */
export async function list({ at, match }: ListWork, session: TransferSession): Promise<JsonObject> {
  const { entries, leftOut } = await listed(findRemote(at, session), match, session);
  return {
    count: entries.length,
    size: entries.reduce((sum, { size }) => sum + (size ?? 0), 0),
    ...(leftOut > 0 && { leftOut }),
    ...(await shownList(
      "entries",
      entries.map(({ name, ...stats }) => ({ path: name, ...shown(stats) })),
      session,
    )),
  };
}

/** What results say of a file. */
export function shown({ type, size, modified }: RemoteStats): JsonObject {
  return {
    type,
    ...(type === "file" && size !== null && { size }),
    ...(modified !== null && { modified: modified.toISOString() }),
  };
}
