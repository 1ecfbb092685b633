import { resolvePostgres } from "../production/postgres-program.ts";
import { POSTGRES_USER, startPostgres } from "../production/postgres.ts";
import type { OwnedServer } from "../running/owned-server.ts";
import { resolveFtp, startFtp } from "./ftp.ts";
import { resolveMariadb, startMariadb } from "./mariadb.ts";
import { resolveFtps, resolveSftp } from "./transfer-servers.ts";

export {
  type FtpsServer,
  type SftpServer,
  startFtpServerOfFiles,
  startFtpsServerOfFiles,
  startSftpServerOfFiles,
  type TransferServer,
} from "./transfer-servers.ts";

/** A server that jobs may need, with its URL. */
export interface ConnectedServer extends AsyncDisposable {
  readonly url: string;
  /** Suspends it, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

export async function resolveConnections(): Promise<void> {
  await Promise.all([resolvePostgres(), resolveMariadb(), resolveFtp(), resolveFtps(), resolveSftp()]);
}

export async function startPostgresDatabase(): Promise<ConnectedServer> {
  const server = await startPostgres(await resolvePostgres());
  return connected(server, `postgres://${POSTGRES_USER}@127.0.0.1:${server.port}/postgres`);
}

export async function startMariadbDatabase(): Promise<ConnectedServer> {
  const server = await startMariadb();
  return connected(server, `mariadb://root@127.0.0.1:${server.port}`);
}

/** @param files by path */
export async function startFtpServer(files: Readonly<Record<string, string>>): Promise<ConnectedServer> {
  const server = await startFtp(files);
  return connected(server, `ftp://shop:secret@127.0.0.1:${server.port}`);
}

function connected(server: OwnedServer, url: string): ConnectedServer {
  return {
    url,
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
