import type { JsonObject } from "@mojob/core/ports";
import { alreadyThere } from "@mojob/file-runner/operations";
import type { MoveWork } from "../work/transfer-work.ts";
import { makeFolders } from "./make-folders.ts";
import { findNewRemote, findRemote } from "./remote-file.ts";
import { assertFile } from "./remote-bytes.ts";
import type { TransferSession } from "./transfer-session.ts";

/** Gives a file of the server another name, also in another folder. */
export async function move(work: MoveWork, session: TransferSession): Promise<JsonObject> {
  const { ifExists = "fail" } = work;
  const [from, to] = [findRemote(work.from, session), findNewRemote(work.to, session)];
  const { login } = session;
  await login.repeatable(async (site) => {
    assertFile(await site.stats(from.path), from);
    const before = await site.stats(to.path);
    if (before !== null && (ifExists === "fail" || before.type !== "file")) throw alreadyThere(to.text);
    await makeFolders(site, to);
  });
  await (await login.site()).rename(from.path, to.path, ifExists === "replace");
  return { path: to.text };
}
