import { TransferFailure } from "../transfer-failure.ts";
import type { TransferSession } from "./transfer-session.ts";

/** How many entries of a folder are looked at for leftovers. */
const MOST_LOOKED_AT = 20_000;

/** Removes what an earlier attempt of the run left in a folder of the server when it was killed, and what any run left there a week ago. */
export async function sweep(folder: string, { login, parts, log, name }: TransferSession): Promise<void> {
  try {
    const site = await login.site();
    const left: string[] = [];
    let seen = 0;
    for await (const entry of site.entries(folder)) {
      seen += 1;
      if (seen > MOST_LOOKED_AT) break;
      if (parts.isLeft(entry.name, entry.modified)) left.push(entry.name);
    }
    for (const one of left) await site.remove(folder === "" ? one : `${folder}/${one}`);
  } catch (error) {
    if (!(error instanceof TransferFailure)) throw error;
    // A server that shows no folder, or too long a one, takes files all the same.
    log.warn(`${name}: leftovers of earlier attempts cannot be looked for: ${error.message}`);
    login.close();
  }
}
