import { matches, newNameMistake, PART_PREFIX } from "@mojob/file-runner/operations";
import type { RemoteEntry } from "../sites/site.ts";
import type { RemoteFile } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/** What is in a folder of the server. */
export interface Listed {
  /** By the code units of their names. */
  readonly entries: readonly RemoteEntry[];
  /** How many have a name that no file may have. */
  readonly leftOut: number;
}

/** @param match names of files; `undefined` is for all, and folders. @throws WorkError `file_too_large`; TransferFailure */
export async function listed(
  folder: RemoteFile,
  match: string | undefined,
  { login, budget, signal }: TransferSession,
): Promise<Listed> {
  return login.repeatable(async (site) => {
    const entries: RemoteEntry[] = [];
    let leftOut = 0;
    for await (const entry of site.entries(folder.path)) {
      signal.throwIfAborted();
      budget.entry(folder.text);
      if (entry.name.startsWith(PART_PREFIX)) continue;
      if (newNameMistake(entry.name) !== null) leftOut += 1;
      else if (match === undefined || (entry.type === "file" && matches(match, entry.name)))
        entries.push(entry);
    }
    return { entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)), leftOut };
  });
}
