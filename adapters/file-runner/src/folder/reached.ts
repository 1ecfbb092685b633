import { pathRefused } from "../place/file-errors.ts";
import type { FoundPlace } from "../place/place.ts";
import type { OpenRoot } from "./file-root.ts";
import { OpenFolder, type OpenFolderOptions } from "./open-folder.ts";

/** The last name of a place, in the folder that has it. */
export interface ReachedName {
  readonly parent: OpenFolder;
  readonly name: string;
  readonly text: string;
}

export interface ReachOptions {
  /** Whether something is changed there. @default false */
  readonly isWritten?: boolean;
  /** Whether folders on the way that are not there are made. @default false */
  readonly isMade?: boolean;
}

/** The roots of one attempt's tenant. */
export class Roots {
  readonly #roots: ReadonlyMap<string, OpenRoot>;
  readonly #options: OpenFolderOptions;

  constructor(roots: ReadonlyMap<string, OpenRoot>, options: OpenFolderOptions = {}) {
    this.#roots = roots;
    this.#options = options;
  }

  /** @throws WorkError `path_refused` where the worker does not have the root, or may not write there */
  assertUsable({ root, text }: FoundPlace, isWritten: boolean): OpenRoot {
    const found = this.#roots.get(root);
    if (found === undefined) throw pathRefused(text, `this worker has no root "${root}"`);
    if (isWritten && found.isReadOnly) throw pathRefused(text, `root "${root}" is for reading alone`);
    return found;
  }

  /** The folder of a place; its caller closes it. @throws WorkError */
  async folder(place: FoundPlace): Promise<OpenFolder> {
    return this.#walk(place, place.names, {});
  }

  /** The folder that has a place's last name; its caller closes it. @throws WorkError also for the root itself */
  async parent(place: FoundPlace, options: ReachOptions = {}): Promise<ReachedName> {
    const name = place.names.at(-1);
    if (name === undefined) throw pathRefused(place.text, "it is the root itself");
    const parent = await this.#walk(place, place.names.slice(0, -1), options);
    return { parent, name, text: place.text };
  }

  async #walk(
    place: FoundPlace,
    names: readonly string[],
    { isWritten = false, isMade = false }: ReachOptions,
  ): Promise<OpenFolder> {
    const { name, folder } = this.assertUsable(place, isWritten);
    let reached = await OpenFolder.ofRoot(name, folder, this.#options);
    for (const next of names) {
      const above = reached;
      try {
        reached = isMade ? await above.madeFolder(next) : await above.folder(next);
      } finally {
        await above.close();
      }
    }
    return reached;
  }
}
