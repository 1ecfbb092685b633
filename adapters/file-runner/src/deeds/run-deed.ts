import type { JsonObject } from "@mojob/core/ports";
import { pack } from "../archives/pack.ts";
import { unpack } from "../archives/unpack.ts";
import type { FileWork } from "../work/file-work.ts";
import { checksum } from "./checksum.ts";
import { concat } from "./concat.ts";
import { copy } from "./copy.ts";
import { exists } from "./exists.ts";
import { list } from "./list.ts";
import { move } from "./move.ts";
import { read } from "./read.ts";
import { remove } from "./remove.ts";
import type { Session } from "./session.ts";
import { split } from "./split.ts";
import { write } from "./write.ts";

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
