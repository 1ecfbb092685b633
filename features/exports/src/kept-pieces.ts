import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { keptFilesId } from "@mojob/core/feature";
import type { IMoFileStore } from "@mojob/core/ports";

/** Pieces that stand under one id of the store: it looks through those of an id each time it keeps one more. */
const TOGETHER = 64;
/** Pieces that were written and are not counted stay until all are removed. */
const WITH_LEFT_OVERS = 4 * TOGETHER;

export interface PiecesOptions {
  readonly tenant: string;
  readonly files: IMoFileStore;
  /** The id of what they are pieces of; unique in the tenant. */
  readonly of: string;
}

/** The pieces of a large file in the store, by number from 0. */
export class KeptPieces {
  readonly #options: PiecesOptions;

  constructor(options: PiecesOptions) {
    this.#options = options;
  }

  /** Keeps a piece, in the place of one with its number and name. */
  async put(index: number, bytes: Uint8Array, name: string = nameOf(index)): Promise<void> {
    const { tenant, files } = this.#options;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes;
    };
    const limits = { mostBytes: bytes.length, mostFiles: WITH_LEFT_OVERS };
    await files.put({ tenant, instanceId: this.#idOf(index), name }, content(), limits);
  }

  /** @throws MoJobError `file_not_found` where it is removed meanwhile */
  async open(index: number, name: string = nameOf(index)): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { tenant, files, of } = this.#options;
    const file = await files.get(tenant, this.#idOf(index), name);
    if (file !== null) return file.open();
    throw new MoJobError(
      MoJobErrorCode.FileNotFound,
      `Cannot read piece ${index} of "${of}": it was removed`,
    );
  }

  async read(index: number): Promise<Uint8Array> {
    return new Uint8Array(await new Response(await this.open(index)).arrayBuffer());
  }

  /** Copies a piece into the place of one with its number and name; resolves to whether it was not there as it is. */
  async copy(index: number, to: KeptPieces, name: string = nameOf(index)): Promise<boolean> {
    const instanceId = this.#idOf(index);
    const sumIn = async ({ tenant, files }: PiecesOptions): Promise<string | undefined> =>
      (await files.list(tenant, instanceId)).find((file) => file.name === name)?.sha256;
    const [own, there] = [await sumIn(this.#options), await sumIn(to.#options)];
    if (own !== undefined && own === there) return false;
    await to.put(index, new Uint8Array(await new Response(await this.open(index, name)).arrayBuffer()), name);
    return true;
  }

  /** Removes so many pieces, and those that a write left which nothing counted. */
  async remove(count: number): Promise<void> {
    const { tenant, files } = this.#options;
    const ids: string[] = [];
    for (let index = 0; index <= count + TOGETHER; index += TOGETHER) ids.push(this.#idOf(index));
    await files.remove(tenant, ids);
  }

  #idOf(index: number): string {
    return keptFilesId(`${this.#options.of}:${Math.floor(index / TOGETHER)}`);
  }
}

function nameOf(index: number): string {
  return `piece-${index}`;
}
