import { WorkErrorCode } from "@mojob/core/ports";
import type { ResolvedConnection } from "../connection.ts";
import { TransferFailure } from "../transfer-failure.ts";

/** A file or folder of a server, as it says. */
export interface RemoteStats {
  readonly type: "file" | "folder" | "link" | "other";
  /** `null` where the server does not say. */
  readonly size: number | null;
  /** `null` where the server does not say. */
  readonly modified: Date | null;
}

export interface RemoteEntry extends RemoteStats {
  readonly name: string;
}

/** A login at a server. Paths are relative to the connection's folder. Methods throw `TransferFailure`. */
export interface RemoteSite {
  /** `null` for nothing. */
  stats(path: string): Promise<RemoteStats | null>;
  /** What is in a folder, in the server's order. */
  entries(folder: string): AsyncIterable<RemoteEntry>;
  /** The bytes of a file from an offset on. @param size what the server said that it has; `null` where it did not */
  read(path: string, from: number, size: number | null): AsyncIterable<Uint8Array>;
  /** Writes bytes into a file at an offset, which is its end: 0 empties it first. */
  write(path: string, from: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives a file another name. @param replaces whether one that is there goes; otherwise it is left, where the server can tell */
  rename(path: string, name: string, replaces: boolean): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes a folder where there is none. */
  makeFolder(path: string): Promise<void>;
  /** Closes its connections at once; what is under way fails. */
  close(): void;
}

/** Logs in at a server. @param signal closes the connection, before the login and after it */
export type OpenSite = (connection: ResolvedConnection, signal: AbortSignal) => Promise<RemoteSite>;

/** The most that one listing of a folder may have. */
export const MOST_LISTED_BYTES: number = 8 * 1024 * 1024;

/** @throws TransferFailure for a size that is none */
export function sizeOf(stated: number): number {
  if (Number.isSafeInteger(stated) && stated >= 0) return stated;
  throw new TransferFailure(WorkErrorCode.TransferRefused, `the server states a size of ${stated}`);
}
