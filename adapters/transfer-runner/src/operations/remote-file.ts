import { filled, newNameMistake, pathMistake, pathRefused } from "@mojob/file-runner/operations";
import type { RemotePath } from "../work/transfer-work.ts";
import type { TransferSession } from "./transfer-session.ts";

/** A path of a server that is complete. */
export interface RemoteFile {
  /** The names on the way; none is the connection's folder. */
  readonly names: readonly string[];
  /** The same in one. */
  readonly path: string;
  /** With the connection, as people read it. */
  readonly text: string;
}

/** @throws WorkError `path_refused`; NonRetryableError for an argument that is not there */
export function findRemote(path: RemotePath, { name, args }: TransferSession): RemoteFile {
  const complete = filled(path, args);
  const names = complete === "" || complete === "." ? [] : complete.split("/");
  const mistake = pathMistake(names);
  if (mistake !== null) throw pathRefused(`${name}:${complete}`, mistake);
  return { names, path: names.join("/"), text: `${name}:${names.join("/")}` };
}

/** A path that is written. @throws WorkError `path_refused` */
export function findNewRemote(path: RemotePath, session: TransferSession): RemoteFile {
  const found = findRemote(path, session);
  const last = found.names.at(-1);
  if (last === undefined) throw pathRefused(found.text, "it is the folder of the connection");
  const mistake = newNameMistake(last);
  if (mistake !== null) throw pathRefused(found.text, mistake);
  return found;
}

export function remoteIn(folder: RemoteFile, name: string): RemoteFile {
  const text = folder.path === "" ? `${folder.text}${name}` : `${folder.text}/${name}`;
  return { names: [...folder.names, name], path: [...folder.names, name].join("/"), text };
}

export function folderOf({ names }: RemoteFile): string {
  return names.slice(0, -1).join("/");
}
