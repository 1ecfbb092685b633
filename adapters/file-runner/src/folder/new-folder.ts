import { rename } from "node:fs/promises";
import { alreadyThere } from "../place/file-errors.ts";
import type { OpenFolder } from "./open-folder.ts";
import { type PartNames, removeAll } from "./part-names.ts";

/** A folder that is being filled under a name of its own, and has its name once it is complete. */
export class NewFolder {
  readonly folder: OpenFolder;
  readonly #parent: OpenFolder;
  readonly #name: string;
  readonly #part: string;
  readonly #parts: PartNames;
  readonly #replaces: boolean;

  private constructor(
    folder: OpenFolder,
    parent: OpenFolder,
    {
      name,
      part,
      parts,
      replaces,
    }: {
      readonly name: string;
      readonly part: string;
      readonly parts: PartNames;
      readonly replaces: boolean;
    },
  ) {
    this.folder = folder;
    this.#parent = parent;
    this.#name = name;
    this.#part = part;
    this.#parts = parts;
    this.#replaces = replaces;
  }

  /** @throws WorkError `file_exists` at once where there is one that it may not replace */
  static async begin(
    parent: OpenFolder,
    name: string,
    parts: PartNames,
    { replaces }: { readonly replaces: boolean },
  ): Promise<NewFolder> {
    await parts.sweep(parent);
    const before = await parent.stats(name);
    if (before !== null && (!replaces || !before.isDirectory())) throw alreadyThere(parent.textOf(name));
    const part = parts.next();
    return new NewFolder(await parent.newFolder(part), parent, { name, part, parts, replaces });
  }

  /** Gives it its name. @throws WorkError `file_exists` */
  async complete(): Promise<void> {
    const [parent, name] = [this.#parent, this.#name];
    const before = await parent.stats(name);
    if (before === null) return this.#take();
    if (!this.#replaces || !before.isDirectory()) throw alreadyThere(parent.textOf(name));
    const old = this.#parts.next();
    await parent.useWith(name, parent, old, (path, oldPath) => rename(path, oldPath));
    await this.#take();
    await removeAll(parent, old);
  }

  /** Removes what there is of it. */
  async discard(): Promise<void> {
    await this.close();
    await removeAll(this.#parent, this.#part).catch(() => {});
  }

  async close(): Promise<void> {
    await this.folder.close();
  }

  async #take(): Promise<void> {
    await this.#parent.useWith(this.#part, this.#parent, this.#name, (part, path) => rename(part, path));
  }
}
