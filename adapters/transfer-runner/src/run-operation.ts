import type { JsonObject } from "@mojob/core/ports";
import { download } from "./operations/download.ts";
import { exists } from "./operations/exists.ts";
import { list } from "./operations/list.ts";
import { move } from "./operations/move.ts";
import { remove } from "./operations/remove.ts";
import type { TransferSession } from "./operations/transfer-session.ts";
import { upload } from "./operations/upload.ts";
import type { TransferWork } from "./work/transfer-work.ts";

/** Does what the work says. */
export function runOperation(work: TransferWork, session: TransferSession): Promise<JsonObject> {
  switch (work.do) {
    case "download":
      return download(work, session);
    case "upload":
      return upload(work, session);
    case "list":
      return list(work, session);
    case "exists":
      return exists(work, session);
    case "move":
      return move(work, session);
    case "remove":
      return remove(work, session);
  }
}
