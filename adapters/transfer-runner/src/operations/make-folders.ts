import type { RemoteSite } from "../sites/site.ts";
import { folderOf, type RemoteFile } from "./remote-file.ts";

/** Makes the folders on the way to a file that are not there. */
export async function makeFolders(site: RemoteSite, file: RemoteFile): Promise<void> {
  const folder = folderOf(file);
  if (folder === "" || (await site.stats(folder))?.type === "folder") return;
  const names = folder.split("/");
  for (let depth = 1; depth <= names.length; depth += 1)
    // Each is made in the one before.
    // oxlint-disable-next-line no-await-in-loop
    await site.makeFolder(names.slice(0, depth).join("/"));
}
