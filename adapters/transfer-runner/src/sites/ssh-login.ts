import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { unlessAborted, WorkErrorCode } from "@mojob/core/ports";
import type { Client, SFTPWrapper } from "ssh2";
import type { ResolvedConnection } from "../connection.ts";
import { loadPeer } from "../load-peer.ts";
import { TransferFailure } from "../transfer-failure.ts";
import { sftpFailure } from "./sftp-failure.ts";

/** A login over SSH, with its channel for files. */
export interface SshLogin {
  readonly sftp: SFTPWrapper;
  /** Cuts the connection; what is under way fails. */
  close(): void;
}

/** Logs in at a host that has one of the connection's keys. @throws TransferFailure; the signal's reason */
export async function openSshLogin(connection: ResolvedConnection, signal: AbortSignal): Promise<SshLogin> {
  const { default: ssh } = await loadPeer("ssh2", () => import("ssh2"));
  signal.throwIfAborted();
  const { host, port } = connection;
  const socket = connect({ host, port });
  const client = new ssh.Client();
  const close = (): void => {
    signal.removeEventListener("abort", close);
    socket.destroy();
    client.destroy();
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    await unlessAborted(loggedIn(client, socket, connection), signal);
    return { sftp: await unlessAborted(opened(client), signal), close };
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw sftpFailure(error);
  }
}

function loggedIn(client: Client, socket: Socket, connection: ResolvedConnection): Promise<void> {
  const { user, password, privateKey, passphrase, hostKeys, idleMs } = connection;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let refused: string | null = null;
  // Errors after the login fail what is under way by themselves.
  client.on("error", (error: Error & { readonly level?: string }) => {
    if (refused !== null) reject(otherHost(refused));
    else if (error.level === "client-authentication") reject(loginRefused(error));
    else reject(error);
  });
  client.once("close", () => reject(new Error("The server closed the connection")));
  client.once("ready", resolve);
  socket.on("error", reject);
  try {
    client.connect({
      sock: socket,
      username: user,
      readyTimeout: idleMs,
      ...(password !== null && { password }),
      ...(privateKey !== null && { privateKey }),
      ...(passphrase !== null && { passphrase }),
      hostVerifier: (key: Buffer) => {
        const fingerprint = fingerprintOf(key);
        if (hostKeys.includes(fingerprint)) return true;
        refused = fingerprint;
        return false;
      },
    });
  } catch (error) {
    // A private key that cannot be read.
    reject(loginRefused(error));
  }
  return promise;
}

/** As OpenSSH writes it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

function otherHost(fingerprint: string): TransferFailure {
  return new TransferFailure(
    WorkErrorCode.TransferIdentity,
    `its host key is ${fingerprint}, which the connection does not have`,
  );
}

function loginRefused(cause: unknown): TransferFailure {
  return new TransferFailure(
    WorkErrorCode.TransferLogin,
    cause instanceof Error ? cause.message : String(cause),
    {
      cause,
    },
  );
}

function opened(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.once("close", () => reject(new Error("The server closed the connection")));
    client.sftp((error, sftp) => {
      if (error) reject(error);
      else resolve(sftp);
    });
  });
}
