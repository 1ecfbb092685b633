import { createHash } from "node:crypto";
import type { JsonObject } from "@mojob/core/ports";
import {
  checksumDiffers,
  deliver,
  deliverAt,
  filled,
  findNewPlace,
  type FoundPlace,
  HASHES,
  shownList,
} from "@mojob/file-runner/operations";
import { isStored, type Place } from "@mojob/file-runner/work";
import { type DownloadWork, IfThere, isList, isOfSeveral, type RemotePath } from "../work/transfer-work.ts";
import { listed } from "./listed.ts";
import { assertFile, remoteBytes } from "./remote-bytes.ts";
import { findRemote, type RemoteFile, remoteIn } from "./remote-file.ts";
import { summed } from "./summed.ts";
import type { TransferSession } from "./transfer-session.ts";

/** Brings a file, or several one after the other. Each is whole under its name, or not there. */
export async function download(work: DownloadWork, session: TransferSession): Promise<JsonObject> {
  const { to } = work;
  if (!isOfSeveral(work)) {
    const file = findRemote(work.from as RemotePath, session);
    if (!isStored(to)) return fetched(file, findNewPlace(to, session), work, session);
    const content = contentOf(file, work, session);
    const stored = await deliver(to, IfThere.Fail, content.bytes, session);
    return { ...stored, ...content.checksum() };
  }
  const folder = findNewPlace(to as Place, session);
  const { files, leftOut } = await filesOf(work, session);
  const results: JsonObject[] = [];
  for (const file of files)
    // One after the other: they share a connection.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await fetched(file, placeIn(folder, file.names.at(-1) ?? ""), work, session));
  return { ...summed(results, leftOut), ...(await shownList("files", results, session)) };
}

async function filesOf(
  { from, match }: DownloadWork,
  session: TransferSession,
): Promise<{ readonly files: readonly RemoteFile[]; readonly leftOut: number }> {
  if (isList(from)) return { files: from.map((path) => findRemote(path, session)), leftOut: 0 };
  const folder = findRemote(from, session);
  const { entries, leftOut } = await listed(folder, match, session);
  return { files: entries.map(({ name }) => remoteIn(folder, name)), leftOut };
}

function placeIn({ root, names, text }: FoundPlace, name: string): FoundPlace {
  return { root, names: [...names, name], text: text.endsWith(":") ? `${text}${name}` : `${text}/${name}` };
}

async function fetched(
  file: RemoteFile,
  place: FoundPlace,
  work: DownloadWork,
  session: TransferSession,
): Promise<JsonObject> {
  const { ifExists = IfThere.Fail } = work;
  if (ifExists === IfThere.Skip && (await isThere(place, session)))
    return { path: place.text, skipped: true };
  const content = contentOf(file, work, session);
  const result = await deliverAt(
    place,
    ifExists === IfThere.Replace ? IfThere.Replace : IfThere.Fail,
    content.bytes,
    session,
  );
  return { ...result, ...content.checksum() };
}

async function isThere(place: FoundPlace, { roots }: TransferSession): Promise<boolean> {
  const { parent, name } = await roots.parent(place, { isWritten: true, isMade: true });
  try {
    return (await parent.stats(name)) !== null;
  } finally {
    await parent.close();
  }
}

interface Content {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What the result says of it, once all has come. */
  readonly checksum: () => JsonObject;
}

/** @throws WorkError `checksum_differs`, before the last of it is kept */
function contentOf(file: RemoteFile, { algorithm, expect }: DownloadWork, session: TransferSession): Content {
  const named = algorithm ?? (expect === undefined ? null : "sha-256");
  const hash = named === null ? null : createHash(HASHES[named]);
  let found: string | null = null;
  async function* bytes(): AsyncGenerator<Uint8Array, void, void> {
    const stats = assertFile(await session.login.repeatable((site) => site.stats(file.path)), file);
    if (stats.size !== null) session.budget.file(stats.size, file.text);
    for await (const piece of remoteBytes(file, stats, session)) {
      hash?.update(piece);
      yield piece;
    }
    if (hash === null) return;
    found = hash.digest("hex");
    if (expect !== undefined && filled(expect, session.args).trim().toLowerCase() !== found)
      throw checksumDiffers(file.text, `it is ${found}`);
  }
  return { bytes: bytes(), checksum: () => (found === null ? {} : { algorithm: named, checksum: found }) };
}
