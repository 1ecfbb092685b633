import type { JsonObject } from "@mojob/core/ports";
import { deliver } from "../operations/deliver.ts";
import type { Session } from "../operations/session.ts";
import type { WorkOf } from "../work/file-work.ts";
import { packedFiles } from "./packed-files.ts";
import { tarBytes } from "./tar-bytes.ts";
import { zipBytes } from "./zip-bytes.ts";

/** Makes an archive of a folder with all below, or of one file. */
export async function pack(work: WorkOf<"pack">, session: Session): Promise<JsonObject> {
  const counts = { files: 0, folders: 0 };
  const files = packedFiles(work, counts, session);
  const bytes = work.format === "zip" ? zipBytes(files) : tarBytes(files);
  const made = await deliver(work.to, work.ifExists ?? "fail", bytes, session);
  return { ...made, ...counts };
}
