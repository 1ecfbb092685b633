import type { JsonObject } from "@mojob/core/ports";
import { alreadyThere, type OpenedSource, shownList, storedNameOf } from "@mojob/file-runner/operations";
import type { RemoteSite } from "../sites/site.ts";
import { IfThere, isOfSeveral, type UploadWork } from "../work/transfer-work.ts";
import { type LocalFile, localFiles } from "./local-files.ts";
import { makeFolders } from "./make-folders.ts";
import { incomplete } from "./remote-bytes.ts";
import { findNewRemote, findRemote, folderOf, type RemoteFile, remoteIn } from "./remote-file.ts";
import { sent } from "./sent.ts";
import { summed } from "./summed.ts";
import { sweep } from "./sweep.ts";
import type { TransferSession } from "./transfer-session.ts";

/** Sends a file, or several one after the other. Each is whole under its name, or not there. */
export async function upload(work: UploadWork, session: TransferSession): Promise<JsonObject> {
  const { files, leftOut } = await localFiles(work, session);
  const swept = new Set<string>();
  if (!isOfSeveral(work)) {
    const [file] = files;
    const target = findNewRemote(work.to, session);
    return put(file as LocalFile, () => target, { work, session, swept });
  }
  const folder = findRemote(work.to, session);
  const results: JsonObject[] = [];
  for (const file of files) {
    const target = (source: OpenedSource): RemoteFile => remoteIn(folder, storedNameOf(source));
    // One after the other: they share a connection.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await put(file, target, { work, session, swept }));
  }
  return { ...summed(results, leftOut), ...(await shownList("files", results, session)) };
}

interface Put {
  readonly work: UploadWork;
  readonly session: TransferSession;
  /** The folders whose leftovers this attempt has removed. */
  readonly swept: Set<string>;
}

async function put(
  file: LocalFile,
  targetOf: (source: OpenedSource) => RemoteFile,
  { work, session, swept }: Put,
): Promise<JsonObject> {
  const { ifExists = IfThere.Fail } = work;
  const { login, parts } = session;
  // A file that is not there, or too large, is known before anything is asked of the server.
  const source = await file.open();
  await source.close();
  const target = targetOf(source);
  session.budget.file(source.size, source.text);
  const isFree = await login.repeatable(async (site) => {
    await makeFolders(site, target);
    return isToBeSent(site, target, ifExists);
  });
  if (!isFree) return { path: target.text, skipped: true };
  if (!swept.has(folderOf(target))) await sweep(folderOf(target), session);
  swept.add(folderOf(target));
  const part = partOf(target, parts.next());
  try {
    const size = await sent(file, part, source, session);
    const found = await login.repeatable((site) => site.stats(part.path));
    if (found === null || (found.size !== null && found.size !== size))
      throw incomplete(target, `the server has ${found?.size ?? 0} of ${size} bytes`);
    const site = await login.site();
    if (!(await isToBeSent(site, target, ifExists))) {
      await site.remove(part.path);
      return { path: target.text, skipped: true };
    }
    await site.rename(part.path, target.path, ifExists === IfThere.Replace);
    return { path: target.text, size };
  } catch (error) {
    await login.lastly((site) => site.remove(part.path));
    throw error;
  }
}

/** `false` where there is a file that is left as it is. @throws WorkError `file_exists` */
async function isToBeSent(site: RemoteSite, target: RemoteFile, ifExists: IfThere): Promise<boolean> {
  const before = await site.stats(target.path);
  if (before === null) return true;
  if (ifExists === IfThere.Skip) return false;
  if (ifExists === IfThere.Fail || before.type !== "file") throw alreadyThere(target.text);
  return true;
}

function partOf(target: RemoteFile, name: string): RemoteFile {
  const names = [...target.names.slice(0, -1), name];
  return { names, path: names.join("/"), text: target.text };
}
