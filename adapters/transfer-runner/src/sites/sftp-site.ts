import { Buffer } from "node:buffer";
import { pathRefused } from "@mojob/file-runner/operations";
import { WorkErrorCode } from "@mojob/core/ports";
import type { Attributes, FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type { ResolvedConnection } from "../connection.ts";
import { TransferFailure } from "../transfer-failure.ts";
import { isNoSuchFile, isUnsupported, sftpFailure, statusOf } from "./sftp-failure.ts";
import { replaceByNames } from "./replace-by-names.ts";
import { MOST_LISTED_BYTES, type RemoteEntry, type RemoteSite, type RemoteStats, sizeOf } from "./site.ts";
import { openSshLogin, type SshLogin } from "./ssh-login.ts";

/** What is asked for at once; all servers give so much (draft-ietf-secsh-filexfer-02 §3). */
const BLOCK_BYTES = 32 * 1024;
/** How many blocks are under way: the time of a round trip is spent once for all of them. */
const AHEAD = 32;
const END_OF_FILE = 1;
/** What an entry of a listing takes beside its name, at least. */
const ENTRY_BYTES = 100;

type Answer<Value> = (error: Error | null | undefined, value: Value) => void;

/** Logs in over SFTP. */
export async function openSftpSite(connection: ResolvedConnection, signal: AbortSignal): Promise<RemoteSite> {
  const login = await openSshLogin(connection, signal);
  const site = new SftpSite(login, connection);
  try {
    await site.enter(connection.folder);
    return site;
  } catch (error) {
    site.close();
    signal.throwIfAborted();
    throw error;
  }
}

class SftpSite implements RemoteSite {
  readonly #login: SshLogin;
  readonly #sftp: SFTPWrapper;
  readonly #idleMs: number;
  readonly #name: string;
  #base = "/";

  constructor(login: SshLogin, { idleMs, name }: ResolvedConnection) {
    this.#login = login;
    this.#sftp = login.sftp;
    this.#idleMs = idleMs;
    this.#name = name;
  }

  /** Finds where paths begin. */
  async enter(folder: string): Promise<void> {
    this.#base = await this.#answer<string>((answer) =>
      this.#sftp.realpath(folder === "" ? "." : folder, answer),
    );
  }

  async stats(path: string): Promise<RemoteStats | null> {
    try {
      const full = await this.#below(path);
      return shown(await this.#answer<Stats>((answer) => this.#sftp.lstat(full, answer)));
    } catch (error) {
      if (isNoSuchFile(causeOf(error))) return null;
      throw error;
    }
  }

  async *entries(folder: string): AsyncGenerator<RemoteEntry, void, void> {
    const full = await this.#below(folder);
    const handle = await this.#answer<Buffer>((answer) => this.#sftp.opendir(full, answer));
    let listed = 0;
    try {
      for (;;) {
        const found = await this.#unlessEnd<FileEntryWithStats[]>((answer) =>
          this.#sftp.readdir(handle, answer),
        );
        if (found === null) return;
        for (const { filename, attrs } of found) {
          listed += ENTRY_BYTES + filename.length;
          if (listed > MOST_LISTED_BYTES)
            throw new TransferFailure(WorkErrorCode.TransferRefused, "a listing of the server is too long");
          if (filename !== "." && filename !== "..") yield { name: filename, ...shown(attrs) };
        }
      }
    } finally {
      this.#forget(handle);
    }
  }

  async *read(path: string, from: number, size: number | null): AsyncGenerator<Uint8Array, void, void> {
    const full = await this.#below(path);
    const handle = await this.#answer<Buffer>((answer) => this.#sftp.open(full, "r", answer));
    const ahead: Promise<Uint8Array>[] = [];
    const last = size ?? Number.POSITIVE_INFINITY;
    let next = from;
    try {
      for (;;) {
        // One block beyond its end shows that it has no more.
        while (ahead.length < AHEAD && (next <= last || ahead.length === 0)) {
          const block = this.#block(handle, next);
          block.catch(() => {});
          ahead.push(block);
          next += BLOCK_BYTES;
        }
        const block = (await ahead.shift()) ?? new Uint8Array();
        if (block.length > 0) yield block;
        if (block.length < BLOCK_BYTES) return;
      }
    } finally {
      this.#forget(handle);
    }
  }

  async write(path: string, from: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const full = await this.#below(path);
    const flags = from === 0 ? "w" : "r+";
    const handle = await this.#answer<Buffer>((answer) => this.#sftp.open(full, flags, answer));
    const ahead: Promise<void>[] = [];
    let at = from;
    try {
      for await (const piece of content)
        for (let begun = 0; begun < piece.length; begun += BLOCK_BYTES) {
          const block = Buffer.from(piece.subarray(begun, begun + BLOCK_BYTES));
          const position = at;
          const written = this.#answer<void>((answer) =>
            this.#sftp.write(handle, block, 0, block.length, position, answer),
          );
          written.catch(() => {});
          ahead.push(written);
          at += block.length;
          if (ahead.length >= AHEAD) await ahead.shift();
        }
      await Promise.all(ahead);
      await this.#answer<void>((answer) => this.#sftp.close(handle, answer));
    } catch (error) {
      this.#forget(handle);
      throw error;
    }
  }

  async rename(path: string, name: string, replaces: boolean): Promise<void> {
    const [from, to] = [await this.#below(path), await this.#below(name)];
    if (!replaces) return this.#answer<void>((answer) => this.#sftp.rename(from, to, answer));
    try {
      await this.#answer<void>((answer) => this.#sftp.ext_openssh_rename(from, to, answer));
    } catch (error) {
      if (!isUnsupported(causeOf(error))) throw error;
      await replaceByNames(from, to, {
        rename: (one, other) => this.#answer<void>((answer) => this.#sftp.rename(one, other, answer)),
        remove: (one) => this.#answer<void>((answer) => this.#sftp.unlink(one, answer)),
      });
    }
  }

  async remove(path: string): Promise<void> {
    const full = await this.#below(path);
    await this.#answer<void>((answer) => this.#sftp.unlink(full, answer));
  }

  async makeFolder(path: string): Promise<void> {
    if ((await this.stats(path))?.type === "folder") return;
    const full = await this.#below(path);
    await this.#answer<void>((answer) => this.#sftp.mkdir(full, answer));
  }

  close(): void {
    this.#login.close();
  }

  /** A path to the server. A link on the way to it leads nowhere above the folder. @throws WorkError `path_refused` */
  async #below(path: string): Promise<string> {
    if (path === "") return this.#base;
    const at = path.lastIndexOf("/");
    const name = path.slice(at + 1);
    if (at < 0) return joined(this.#base, name);
    const above = joined(this.#base, path.slice(0, at));
    const parent = await this.#answer<string>((answer) => this.#sftp.realpath(above, answer));
    if (parent === this.#base || parent.startsWith(joined(this.#base, ""))) return joined(parent, name);
    throw pathRefused(`${this.#name}:${path}`, "a link leads out of the connection's folder");
  }

  /** The bytes from here on: a whole block, or what there is before the end. */
  async #block(handle: Buffer, from: number): Promise<Uint8Array> {
    const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    let had = 0;
    while (had < BLOCK_BYTES) {
      const [begun, position] = [had, from + had];
      const read = await this.#answer<number>((answer) =>
        this.#sftp.read(handle, block, begun, BLOCK_BYTES - begun, position, answer),
      );
      if (read === 0) break;
      had += read;
    }
    return block.subarray(0, had);
  }

  async #unlessEnd<Value>(ask: (answer: Answer<Value>) => void): Promise<Value | null> {
    try {
      return await this.#answer(ask);
    } catch (error) {
      if (statusOf(causeOf(error)) === END_OF_FILE) return null;
      throw error;
    }
  }

  #forget(handle: Buffer): void {
    try {
      this.#sftp.close(handle, () => {});
    } catch {
      // The connection is closed, and the handle with it.
    }
  }

  /** Asks the server, which has a time to respond. @throws TransferFailure */
  #answer<Value>(ask: (answer: Answer<Value>) => void): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.close();
        reject(sftpFailure(new Error(`No response within ${this.#idleMs} ms`)));
      }, this.#idleMs);
      try {
        ask((error, value) => {
          clearTimeout(timer);
          if (error) reject(sftpFailure(error));
          else resolve(value);
        });
      } catch (error) {
        clearTimeout(timer);
        reject(sftpFailure(error));
      }
    });
  }
}

function joined(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

function shown(stats: Stats | (Attributes & Stats)): RemoteStats {
  const type = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "folder"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return {
    type,
    size: type === "file" && stats.size !== undefined ? sizeOf(stats.size) : null,
    modified: stats.mtime === undefined ? null : new Date(stats.mtime * 1000),
  };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
