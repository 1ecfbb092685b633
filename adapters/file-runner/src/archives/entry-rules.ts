import { archiveRefused, tooLarge } from "../place/file-errors.ts";
import type { FileLimits } from "../folder/file-limits.ts";
import { pathMistake } from "../place/name-rule.ts";

const MB = 1024 * 1024;
/** An archive whose content is so small is no bomb, however well it is packed. */
const HARMLESS_BYTES = MB;

/** An entry as its archive states it. */
export interface StatedEntry {
  readonly name: string;
  readonly size: number;
  readonly isFolder: boolean;
}

/** An entry that may be unpacked. */
export interface CheckedEntry {
  readonly names: readonly string[];
  readonly size: number;
  readonly isFolder: boolean;
}

/** An entry with its content. */
export interface UnpackedEntry extends CheckedEntry {
  content(): AsyncIterable<Uint8Array>;
}

/** Holds the entries of one archive to what may be unpacked: each by itself, and all of them together. */
export class EntryRules {
  readonly #text: string;
  readonly #limits: Required<FileLimits>;
  readonly #mostBytes: number;
  /** The paths so far, in one form of Unicode, and whether each is a folder. */
  readonly #paths = new Map<string, boolean>();
  #bytes = 0;
  #entries = 0;

  /** @param archiveBytes the size of the archive */
  constructor(text: string, archiveBytes: number, limits: Required<FileLimits>) {
    this.#text = text;
    this.#limits = limits;
    this.#mostBytes = Math.max(HARMLESS_BYTES, archiveBytes * limits.archiveRatio);
  }

  /**
   * @returns `null` for the folder of the archive itself
   * @throws WorkError `archive_refused` for a name that leads elsewhere or is there twice; `file_too_large`
   */
  check({ name, size, isFolder }: StatedEntry): CheckedEntry | null {
    const names = this.#namesOf(name, isFolder);
    if (names.length === 0) return null;
    this.#note(names, isFolder);
    this.#entries += 1;
    // Folders that only stand in the names of others count, too.
    if (Math.max(this.#entries, this.#paths.size) > this.#limits.archiveEntries)
      throw tooLarge(this.#text, `an archive may have ${this.#limits.archiveEntries} entries`);
    this.#bytes += size;
    if (this.#bytes > this.#mostBytes)
      throw tooLarge(this.#text, `its content is more than ${this.#limits.archiveRatio} times its size`);
    if (this.#bytes > this.#limits.totalMb * MB)
      throw tooLarge(this.#text, `a run may write ${this.#limits.totalMb} MB`);
    if (size > this.#limits.fileMb * MB)
      throw tooLarge(this.#text, `a file may have ${this.#limits.fileMb} MB`);
    return { names, size, isFolder };
  }

  refuse(why: string): never {
    throw archiveRefused(this.#text, why);
  }

  #namesOf(name: string, isFolder: boolean): readonly string[] {
    const shown = JSON.stringify(name.slice(0, 200));
    if (/^(?:\/|[A-Za-z]:)/.test(name)) this.refuse(`entry ${shown} has an absolute name`);
    // Programs write "./a" and, of folders, "a/".
    const names = (isFolder ? name.replace(/\/$/, "") : name).split("/");
    while (names[0] === ".") names.shift();
    if (names.length === 0 || (names.length === 1 && names[0] === "" && isFolder)) return [];
    const mistake = pathMistake(names);
    if (mistake !== null) this.refuse(`entry ${shown} cannot be unpacked: ${mistake}`);
    return names;
  }

  /** One name for two entries would leave one of them out, and a file is no folder. */
  #note(names: readonly string[], isFolder: boolean): void {
    const parts = names.map((name) => name.normalize("NFC"));
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = parts.slice(0, depth).join("/");
      if (this.#paths.get(above) === false) this.refuse(`"${above}" is a file and a folder`);
      this.#paths.set(above, true);
    }
    const path = parts.join("/");
    const before = this.#paths.get(path);
    // A folder may stand in a name before its own entry.
    if (before === false || (before === true && !isFolder)) this.refuse(`entry "${path}" is there twice`);
    this.#paths.set(path, isFolder);
  }
}
