import type { JsonObject } from "@mojob/core/ports";
import type { WorkOf } from "../work/file-work.ts";
import { deliver } from "./deliver.ts";
import { openSource } from "./opened-source.ts";
import type { Session } from "./session.ts";

/** Copies a file. */
export async function copy(
  { from, to, ifExists = "fail" }: WorkOf<"copy">,
  session: Session,
): Promise<JsonObject> {
  const source = await openSource(from, session);
  try {
    return await deliver(to, ifExists, source.bytes(), session);
  } finally {
    await source.close();
  }
}
