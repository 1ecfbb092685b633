import { createHash } from "node:crypto";
import type { JsonObject } from "@mojob/core/ports";
import { checksumDiffers } from "../place/file-errors.ts";
import { filled } from "../place/filled.ts";
import type { WorkOf } from "../work/file-work.ts";
import { openSource } from "./opened-source.ts";
import type { Session } from "./session.ts";

/** The names of algorithms to `node:crypto`. */
export const HASHES = { "sha-256": "sha256", "sha-1": "sha1", md5: "md5" } as const;

/** The checksum of a file, compared where one is expected. @throws WorkError `checksum_differs` */
export async function checksum(work: WorkOf<"checksum">, session: Session): Promise<JsonObject> {
  const { from, algorithm = "sha-256", expect } = work;
  const source = await openSource(from, session);
  try {
    const hash = createHash(HASHES[algorithm]);
    let size = 0;
    for await (const piece of source.bytes()) {
      size += piece.length;
      hash.update(piece);
    }
    const found = hash.digest("hex");
    const expected = expect === undefined ? found : filled(expect, session.args).trim().toLowerCase();
    if (found !== expected) throw checksumDiffers(source.text, `it is ${found}`);
    return { algorithm, checksum: found, size };
  } finally {
    await source.close();
  }
}
