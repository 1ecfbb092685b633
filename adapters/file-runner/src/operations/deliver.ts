import type { JsonObject } from "@mojob/core/ports";
import { NewFile } from "../folder/new-file.ts";
import { newNameMistake } from "../place/name-rule.ts";
import { pathRefused } from "../place/file-errors.ts";
import { findPlace, type FoundPlace, type Place } from "../place/place.ts";
import { filled } from "../place/filled.ts";
import { isStored, type Target } from "../work/file-work.ts";
import type { Session } from "./session.ts";

/** A place that is written. @throws WorkError `path_refused` */
export function findNewPlace(place: Place, session: Session): FoundPlace {
  const found = findPlace(place, session.args);
  session.roots.assertUsable(found, true);
  const mistake = newNameMistake(found.names.at(-1) ?? "");
  if (found.names.length > 0 && mistake !== null) throw pathRefused(found.text, mistake);
  return found;
}

/**
 * Writes a file: the whole of it, or nothing that has its name.
 * @returns where it is, and how many bytes it has
 * @throws WorkError
 */
export async function deliver(
  target: Target,
  ifExists: "fail" | "replace",
  content: AsyncIterable<Uint8Array>,
  session: Session,
): Promise<JsonObject> {
  if (isStored(target)) {
    const file = await session.files.write(filled(target.store, session.args), content);
    return { file, size: file.size };
  }
  return deliverAt(findNewPlace(target, session), ifExists, content, session);
}

/** The same at a place that `findNewPlace` found, or below one. @throws WorkError */
export async function deliverAt(
  place: FoundPlace,
  ifExists: "fail" | "replace",
  content: AsyncIterable<Uint8Array>,
  session: Session,
): Promise<JsonObject> {
  const { parent, name, text } = await session.roots.parent(place, { isWritten: true, isMade: true });
  try {
    const file = await NewFile.begin(parent, name, session.parts, { replaces: ifExists === "replace" });
    try {
      let size = 0;
      for await (const piece of content) {
        session.signal.throwIfAborted();
        size += piece.length;
        session.budget.file(size, text);
        session.budget.written(piece.length, text);
        await file.write(piece);
      }
      session.signal.throwIfAborted();
      await file.complete();
      return { path: text, size };
    } catch (error) {
      await file.discard();
      throw error;
    }
  } finally {
    await parent.close();
  }
}
