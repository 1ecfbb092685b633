import type { JsonObject } from "@mojob/core/ports";
import { pack } from "./archives/pack.ts";
import { unpack } from "./archives/unpack.ts";
import type { FileWork } from "./work/file-work.ts";
import { checksum } from "./operations/checksum.ts";
import { concat } from "./operations/concat.ts";
import { copy } from "./operations/copy.ts";
import { exists } from "./operations/exists.ts";
import { list } from "./operations/list.ts";
import { move } from "./operations/move.ts";
import { read } from "./operations/read.ts";
import { remove } from "./operations/remove.ts";
import type { Session } from "./operations/session.ts";
import { split } from "./operations/split.ts";
import { write } from "./operations/write.ts";

/** Does what the work says. */
export function runOperation(work: FileWork, session: Session): Promise<JsonObject> {
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
