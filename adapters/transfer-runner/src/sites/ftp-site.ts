import { isIP } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { Client, FileType } from "basic-ftp";
import type { ResolvedConnection } from "../connection.ts";
import { ftpFailure, isNotThere, isRefusedName, isUnknownCommand } from "./ftp-failure.ts";
import { replaceByNames } from "./replace-by-names.ts";
import { MOST_LISTED_BYTES, type RemoteEntry, type RemoteSite, type RemoteStats, sizeOf } from "./site.ts";

const GATHERED_BYTES = 64 * 1024;
const TYPES: Readonly<Record<FileType, RemoteStats["type"]>> = {
  [FileType.File]: "file",
  [FileType.Directory]: "folder",
  [FileType.SymbolicLink]: "link",
  [FileType.Unknown]: "other",
};

/**
 * Logs in over FTP or FTPS. Data connections go to the address of the control connection alone, whatever the server says
 * (RFC 2577 §2), and with FTPS they are encrypted for the same host.
 */
export async function openFtpSite(connection: ResolvedConnection, signal: AbortSignal): Promise<RemoteSite> {
  signal.throwIfAborted();
  const client = new Client(connection.idleMs, { maxListingBytes: MOST_LISTED_BYTES });
  const close = (): void => client.close();
  signal.addEventListener("abort", close, { once: true });
  const site = new FtpSite(client, () => signal.removeEventListener("abort", close));
  try {
    const { host, port, user, password, protocol, ca } = connection;
    await client.access({
      host,
      port,
      user,
      password: password ?? "",
      secure: protocol === "ftps-implicit" ? "implicit" : protocol === "ftps",
      // A name for the certificate; an address has none.
      secureOptions: { host, ...(isIP(host) === 0 && { servername: host }), ...(ca !== null && { ca }) },
    });
    await site.enter(connection.folder);
    return site;
  } catch (error) {
    site.close();
    signal.throwIfAborted();
    throw ftpFailure(error);
  }
}

class FtpSite implements RemoteSite {
  readonly #client: Client;
  readonly #forget: () => void;
  #base = "/";

  constructor(client: Client, forget: () => void) {
    this.#client = client;
    this.#forget = forget;
  }

  /** Finds where paths begin: they are all sent as absolute ones. */
  async enter(folder: string): Promise<void> {
    if (folder !== "") await this.#client.cd(folder);
    const base = await this.#client.pwd();
    this.#base = base.endsWith("/") ? base : `${base}/`;
  }

  async stats(path: string): Promise<RemoteStats | null> {
    const full = this.#full(path);
    return this.#done(async () => {
      try {
        const size = sizeOf(await this.#client.size(full));
        return { type: "file", size, modified: await this.#modified(full) };
      } catch (error) {
        if (isNotThere(error)) return (await this.#isFolder(full)) ? FOLDER : null;
        if (isUnknownCommand(error)) return this.#listed(path);
        throw error;
      }
    });
  }

  async *entries(folder: string): AsyncGenerator<RemoteEntry, void, void> {
    const found = await this.#done(() => this.#client.list(this.#full(folder)));
    for (const { name, type, size, modifiedAt = null } of found)
      yield {
        name,
        type: TYPES[type],
        size: type === FileType.File ? sizeOf(size) : null,
        modified: modifiedAt,
      };
  }

  async *read(path: string, from: number): AsyncGenerator<Uint8Array, void, void> {
    const through = new PassThrough({ highWaterMark: GATHERED_BYTES });
    const transfer = this.#client.downloadTo(through, this.#full(path), from);
    // Nothing has come yet where the server refuses.
    transfer.catch((error: unknown) => through.destroy(error as Error));
    try {
      for await (const piece of through) yield piece as Uint8Array;
      await transfer;
    } catch (error) {
      throw ftpFailure(error);
    } finally {
      // Half a transfer leaves nothing that could be gone on with.
      if (!through.readableEnded) this.close();
    }
  }

  async write(path: string, from: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    // What fails at its source is no failure of the server.
    let own: unknown = null;
    const source = Readable.from(
      noting(content, (error) => (own = error)),
      {
        objectMode: false,
        highWaterMark: GATHERED_BYTES,
      },
    );
    try {
      const full = this.#full(path);
      await (from === 0 ? this.#client.uploadFrom(source, full) : this.#client.appendFrom(source, full));
    } catch (error) {
      this.close();
      throw own ?? ftpFailure(error);
    } finally {
      source.destroy();
    }
  }

  async rename(path: string, name: string, replaces: boolean): Promise<void> {
    const [from, to] = [this.#full(path), this.#full(name)];
    await this.#done(async () => {
      try {
        await this.#client.rename(from, to);
      } catch (error) {
        // Some servers replace nothing.
        if (!replaces || !isRefusedName(error)) throw error;
        await replaceByNames(from, to, {
          rename: (path, other) => this.#client.rename(path, other),
          remove: (path) => this.#client.remove(path),
        });
      }
    });
  }

  async remove(path: string): Promise<void> {
    await this.#done(() => this.#client.remove(this.#full(path)));
  }

  async makeFolder(path: string): Promise<void> {
    const full = this.#full(path);
    await this.#done(async () => {
      if (await this.#isFolder(full)) return;
      await this.#client.send(`MKD ${full}`);
    });
  }

  close(): void {
    this.#forget();
    this.#client.close();
  }

  #full(path: string): string {
    return path === "" ? this.#base : `${this.#base}${path}`;
  }

  async #done<Value>(action: () => Promise<Value>): Promise<Value> {
    try {
      return await action();
    } catch (error) {
      const failure = ftpFailure(error);
      // After a reply the control connection goes on; after anything else nobody knows what is still to come.
      if (!isReply(error)) this.close();
      throw failure;
    }
  }

  async #isFolder(full: string): Promise<boolean> {
    try {
      await this.#client.cd(full);
      return true;
    } catch (error) {
      if (isNotThere(error)) return false;
      throw error;
    }
  }

  /** `null` where the server does not say. */
  async #modified(full: string): Promise<Date | null> {
    try {
      const date = await this.#client.lastMod(full);
      return Number.isNaN(date.getTime()) ? null : date;
    } catch (error) {
      if (isReply(error)) return null;
      throw error;
    }
  }

  /** What a listing says of a file, where the server says nothing of one alone. */
  async #listed(path: string): Promise<RemoteStats | null> {
    const at = path.lastIndexOf("/");
    for await (const entry of this.entries(path.slice(0, Math.max(0, at))))
      if (entry.name === path.slice(at + 1)) return entry;
    return null;
  }
}

const FOLDER: RemoteStats = { type: "folder", size: null, modified: null };

function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === "FTPError";
}

/** Notes an error of the source. */
async function* noting(
  content: AsyncIterable<Uint8Array>,
  note: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* content;
  } catch (error) {
    note(error);
    throw error;
  }
}
