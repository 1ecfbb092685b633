import type { FileHandle } from "node:fs/promises";
import type { JsonObject } from "@mojob/core/ports";
import { NewFolder } from "../folder/new-folder.ts";
import { newNameMistake } from "../place/name-rule.ts";
import { filled } from "../place/filled.ts";
import { pathRefused, tooLarge } from "../place/file-errors.ts";
import type { SplitBy, WorkOf } from "../work/file-work.ts";
import { bytesCutter, type Cutter, markerCutter } from "./cut.ts";
import { findNewPlace } from "./deliver.ts";
import { openSource } from "./opened-source.ts";
import type { Session } from "./session.ts";
import { shownList } from "./shown-list.ts";

const LEAST_DIGITS = 4;

/** Cuts a file into parts, in a folder that is there as a whole or not at all. */
export async function split(work: WorkOf<"split">, session: Session): Promise<JsonObject> {
  const place = findNewPlace(work.to, session);
  const source = await openSource(work.from, session);
  try {
    const { parent, name } = await session.roots.parent(place, { isWritten: true, isMade: true });
    try {
      const made = await NewFolder.begin(parent, name, session.parts, {
        replaces: work.ifExists === "replace",
      });
      const parts = new Parts(made, filled(work.name ?? "part-{n}", session.args), place.text, session);
      try {
        await parts.fill(source.bytes(), cutterOf(work.by));
        await made.complete();
      } catch (error) {
        await parts.close();
        await made.discard();
        throw error;
      }
      await made.close();
      return {
        path: place.text,
        count: parts.made.length,
        size: parts.size,
        ...(await shownList("parts", parts.made, session)),
      };
    } finally {
      await parent.close();
    }
  } finally {
    await source.close();
  }
}

function cutterOf(by: SplitBy): Cutter {
  if ("bytes" in by) return bytesCutter(by.bytes);
  const encoder = new TextEncoder();
  return "lines" in by
    ? markerCutter(encoder.encode("\n"), by.lines)
    : markerCutter(encoder.encode(by.marker), 1);
}

/** The parts of a file in their folder. */
class Parts {
  readonly made: JsonObject[] = [];
  size = 0;
  readonly #folder: NewFolder;
  readonly #pattern: string;
  readonly #text: string;
  readonly #session: Session;
  #open: { readonly handle: FileHandle; readonly name: string; size: number } | null = null;

  constructor(folder: NewFolder, pattern: string, text: string, session: Session) {
    this.#folder = folder;
    this.#pattern = pattern;
    this.#text = text;
    this.#session = session;
  }

  async fill(content: AsyncIterable<Uint8Array>, cutter: Cutter): Promise<void> {
    for await (const piece of content) {
      for (const { bytes, isEnd } of cutter.push(piece)) {
        await this.#write(bytes);
        if (isEnd) await this.#end();
      }
    }
    const rest = cutter.rest();
    if (rest.length > 0) await this.#write(rest);
    await this.#end();
  }

  async close(): Promise<void> {
    await this.#open?.handle.close().catch(() => {});
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    const { budget, signal } = this.#session;
    signal.throwIfAborted();
    this.#open ??= await this.#begin();
    this.#open.size += bytes.length;
    this.size += bytes.length;
    budget.written(bytes.length, this.#text);
    budget.file(this.#open.size, this.#text);
    const { handle, name } = this.#open;
    await this.#folder.folder.use(name, () => handle.writeFile(bytes));
  }

  async #begin(): Promise<{ handle: FileHandle; name: string; size: number }> {
    const { archiveEntries } = this.#session.budget.limits;
    if (this.made.length >= archiveEntries)
      throw tooLarge(this.#text, `a file is split into ${archiveEntries} parts at most`);
    const number = String(this.made.length + 1).padStart(LEAST_DIGITS, "0");
    const name = this.#pattern.replaceAll("{n}", number);
    const mistake = newNameMistake(name);
    if (mistake !== null) throw pathRefused(`${this.#text}/${name}`, mistake);
    return { handle: await this.#folder.folder.newFile(name), name, size: 0 };
  }

  async #end(): Promise<void> {
    if (this.#open === null) return;
    const { handle, name, size } = this.#open;
    this.#open = null;
    await handle.close();
    this.made.push({ name, size });
  }
}
