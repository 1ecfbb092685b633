import type { JsonObject } from "@mojob/core/ports";
import { walk } from "../folder/walk.ts";
import { filled } from "../place/filled.ts";
import { findPlace, type Place } from "../place/place.ts";
import type { Source, WorkOf } from "../work/file-work.ts";
import { deliver } from "./deliver.ts";
import { ofPlainFile, openSource, type OpenedSource } from "./opened-source.ts";
import type { Session } from "./session.ts";

/** Files up to this size are read where they are opened, several at once. */
const SMALL_BYTES = 64 * 1024;

/** Joins files to one, in the order in which they are stated or by their names. */
export async function concat(work: WorkOf<"concat">, session: Session): Promise<JsonObject> {
  const counts = { files: 0 };
  const separator = new TextEncoder().encode(filled(work.separator ?? "", session.args));
  const made = await deliver(
    work.to,
    work.ifExists ?? "fail",
    joined(work, separator, counts, session),
    session,
  );
  return { ...made, ...counts };
}

async function* joined(
  work: WorkOf<"concat">,
  separator: Uint8Array,
  counts: { files: number },
  session: Session,
): AsyncGenerator<Uint8Array, void, void> {
  const files = isList(work.from) ? ofList(work.from, session) : ofFolder(work, work.from, session);
  for await (const { content, close } of files) {
    try {
      if (counts.files > 0 && separator.length > 0) yield separator;
      counts.files += 1;
      yield* content;
    } finally {
      await close();
    }
  }
}

/** One of the files, which may have been read already. */
interface Joined {
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

function isList(from: readonly Source[] | Place): from is readonly Source[] {
  return Array.isArray(from);
}

async function* ofList(from: readonly Source[], session: Session): AsyncGenerator<Joined, void, void> {
  for (const one of from) {
    const source = await openSource(one, session);
    yield { content: source.bytes(), close: () => source.close() };
  }
}

async function* ofFolder(
  { match, recursive }: WorkOf<"concat">,
  from: Place,
  session: Session,
): AsyncGenerator<Joined, void, void> {
  const folder = await session.roots.folder(findPlace(from, session.args));
  const { budget, signal, log } = session;
  try {
    yield* walk<Joined>(
      folder,
      {
        open: async ({ folder: within, name }) => {
          const source = ofPlainFile(
            await within.openPlain(name),
            { name, text: within.textOf(name) },
            session,
          );
          return source.size <= SMALL_BYTES
            ? readWhole(source)
            : { content: source.bytes(), close: () => source.close() };
        },
        drop: ({ close }) => close(),
      },
      {
        budget,
        signal,
        isRecursive: recursive === true,
        match,
        onSkip: (text) => log.warn(`"${text}" was left out: its name cannot be used`),
      },
    );
  } finally {
    await folder.close();
  }
}

async function readWhole(source: OpenedSource): Promise<Joined> {
  try {
    const content: Uint8Array[] = [];
    for await (const piece of source.bytes()) content.push(piece);
    return { content, close: async () => {} };
  } finally {
    await source.close();
  }
}
