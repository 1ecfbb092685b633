import {
  Budget,
  findPlace,
  newNameMistake,
  type OpenedSource,
  openPlace,
  openSource,
  walk,
} from "@mojob/file-runner/operations";
import type { Place, Source } from "@mojob/file-runner/work";
import { isList, type UploadWork } from "../work/transfer-work.ts";
import type { TransferSession } from "./transfer-session.ts";

/** A file of the worker, or a stored one, which can be opened again. */
export interface LocalFile {
  readonly open: () => Promise<OpenedSource>;
}

/** The files that work sends: those of a folder by the code units of their names. @throws WorkError */
export async function localFiles(
  { from, match }: UploadWork,
  session: TransferSession,
): Promise<{ readonly files: readonly LocalFile[]; readonly leftOut: number }> {
  if (match === undefined) {
    const sources = isList<Source>(from) ? from : [from];
    return { files: sources.map((one) => ({ open: () => openSource(one, counted(session)) })), leftOut: 0 };
  }
  const place = findPlace(from as Place, session.args);
  const folder = await session.roots.folder(place);
  const files: LocalFile[] = [];
  let leftOut = 0;
  try {
    const { budget, signal } = session;
    const names = walk(
      folder,
      { open: async ({ name }) => name },
      { budget, signal, match, onSkip: () => (leftOut += 1) },
    );
    for await (const name of names) {
      if (newNameMistake(name) !== null) leftOut += 1;
      else
        files.push({
          open: () =>
            openPlace(
              { root: place.root, names: [...place.names, name], text: folder.textOf(name) },
              counted(session),
            ),
        });
    }
  } finally {
    await folder.close();
  }
  return { files, leftOut };
}

/** What is read again after the connection broke counts once: what is sent is counted. */
function counted(session: TransferSession): TransferSession {
  return { ...session, budget: new Budget(session.limits) };
}
