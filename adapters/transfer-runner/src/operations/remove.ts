import type { JsonObject } from "@mojob/core/ports";
import { pathRefused, unavailable } from "@mojob/file-runner/operations";
import type { RemoveWork } from "../work/transfer-work.ts";
import { findRemote } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/** Removes a file of the server. */
export async function remove({ at, ifMissing }: RemoveWork, session: TransferSession): Promise<JsonObject> {
  const file = findRemote(at, session);
  const { login } = session;
  const stats = await login.repeatable((site) => site.stats(file.path));
  if (stats === null) {
    if (ifMissing === "pass") return { removed: 0 };
    throw unavailable(file.text);
  }
  if (stats.type === "folder") throw pathRefused(file.text, "it is a folder, which is left as it is");
  await (await login.site()).remove(file.path);
  return { removed: 1 };
}
