import type { JsonObject } from "@mojob/core/ports";
import type { ExistsWork } from "../work/transfer-work.ts";
import { shown } from "./list.ts";
import { findRemote } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/** Whether the server has a file or folder, with what it is. */
export async function exists({ at }: ExistsWork, session: TransferSession): Promise<JsonObject> {
  const { path } = findRemote(at, session);
  const stats = await session.login.repeatable(async (site) =>
    path === "" ? ({ type: "folder", size: null, modified: null } as const) : site.stats(path),
  );
  return stats === null ? { exists: false } : { exists: true, ...shown(stats) };
}
