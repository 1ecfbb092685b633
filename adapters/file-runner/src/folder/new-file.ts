import { Buffer } from "node:buffer";
import type { Stats } from "node:fs";
import { type FileHandle, link, rename, unlink } from "node:fs/promises";
import { alreadyThere, systemCode } from "../place/file-errors.ts";
import { assertFree, type OpenFolder } from "./open-folder.ts";
import type { PartNames } from "./part-names.ts";

/** What is gathered before it is written. */
const WRITTEN_AT_ONCE = 256 * 1024;
/** File systems without hard links. */
const NO_LINKS: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A file that is being made under a name of its own, and has its name once it is complete. */
export class NewFile {
  readonly #folder: OpenFolder;
  readonly #name: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  readonly #replaces: boolean;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  private constructor(folder: OpenFolder, name: string, part: string, handle: FileHandle, replaces: boolean) {
    this.#folder = folder;
    this.#name = name;
    this.#part = part;
    this.#handle = handle;
    this.#replaces = replaces;
  }

  /** @throws WorkError `file_exists` at once where there is one that it may not replace */
  static async begin(
    folder: OpenFolder,
    name: string,
    parts: PartNames,
    { replaces }: { readonly replaces: boolean },
  ): Promise<NewFile> {
    const left = await parts.sweep(folder);
    const before = await folder.stats(name);
    // Where an attempt was killed after its file had the name, the file had both names.
    const isOwn = before?.isFile() === true && left.has(before.ino);
    assertReplaceable(folder, name, before);
    if (!replaces && !isOwn) await assertFree(folder, name);
    const part = parts.next();
    return new NewFile(folder, name, part, await folder.newFile(part), replaces || isOwn);
  }

  /** Writes bytes, small ones together with others. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= WRITTEN_AT_ONCE) await this.#flush();
  }

  async #flush(): Promise<void> {
    const all = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    const bytes = all.length === 1 ? (all[0] ?? new Uint8Array()) : Buffer.concat(all);
    await this.#folder.use(this.#part, () => this.#handle.writeFile(bytes));
  }

  /** Gives it its name, with all of its content on the disk. @throws WorkError `file_exists` */
  async complete(): Promise<void> {
    await this.#flush();
    await this.#handle.datasync();
    await this.#handle.close();
    if (this.#replaces)
      return this.#folder.useWith(this.#part, this.#folder, this.#name, (part, path) => rename(part, path));
    await linkOrRename(this.#folder, this.#part, this.#folder, this.#name);
  }

  /** Removes what there is of it. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await this.#folder.use(this.#part, (path) => unlink(path)).catch(() => {});
  }
}

/** A folder or a device keeps its name. */
function assertReplaceable(folder: OpenFolder, name: string, before: Stats | null): void {
  if (before !== null && !before.isFile()) throw alreadyThere(folder.textOf(name));
}

/** Moves a file to a name that nothing has; in one step, so that of two that do it one fails. @throws WorkError `file_exists` */
export async function linkOrRename(
  from: OpenFolder,
  name: string,
  to: OpenFolder,
  target: string,
): Promise<void> {
  const isLinked = await from.useWith(name, to, target, (source, path) =>
    link(source, path).then(
      () => true,
      (error: unknown) => {
        if (NO_LINKS.has(systemCode(error))) return false;
        throw error;
      },
    ),
  );
  if (isLinked) return from.use(name, (source) => unlink(source));
  await assertFree(to, target);
  await from.useWith(name, to, target, (source, path) => rename(source, path));
}
