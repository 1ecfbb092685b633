import type { JsonObject } from "@mojob/core/ports";
import { pack } from "./archives/pack.ts";
import { unpack } from "./archives/unpack.ts";
import type { FileWork } from "./work/file-work.ts";
import { checksum } from "./deeds/checksum.ts";
import { concat } from "./deeds/concat.ts";
import { copy } from "./deeds/copy.ts";
import { exists } from "./deeds/exists.ts";
import { list } from "./deeds/list.ts";
import { move } from "./deeds/move.ts";
import { read } from "./deeds/read.ts";
import { remove } from "./deeds/remove.ts";
import type { Session } from "./deeds/session.ts";
import { split } from "./deeds/split.ts";
import { write } from "./deeds/write.ts";

/** Does what the work says. */
export function runDeed(work: FileWork, session: Session): Promise<JsonObject> {
  switch (work.do) {
    case "read":
      return read(work, session);
    case "exists":
      return exists(work, session);
    case "write":
      return write(work, session);
    case "copy":
      return copy(work, session);
    case "move":
      return move(work, session);
    case "remove":
      return remove(work, session);
    case "concat":
      return concat(work, session);
    case "split":
      return split(work, session);
    case "checksum":
      return checksum(work, session);
    case "list":
      return list(work, session);
    case "pack":
      return pack(work, session);
    case "unpack":
      return unpack(work, session);
  }
}
