import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installDebian } from "../getting/debian.ts";
import { type OwnedServer, startOwnedServer } from "../running/owned-server.ts";
import { resolveFtp } from "./ftp.ts";
import { connects, greets } from "./greets.ts";

const PYTHON = "/usr/bin/python3";
const FTP_SERVER = fileURLToPath(new URL("./ftp_server.py", import.meta.url));
const PROFTPD = "/usr/sbin/proftpd";
const PROFTPD_TLS = "/usr/lib/proftpd/mod_tls.so";
const SSHD = "/usr/sbin/sshd";
const PATIENCE_MS = 20_000;

/** A server of files of this process, on loopback. */
export interface TransferServer extends AsyncDisposable {
  readonly port: number;
  /** The folder that it serves. */
  readonly folder: string;
  /** Ends it as kill -9 does, with its connections. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Suspends it, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

/** An FTP server for a user `shop` with the password `secret`. @param bytesPerSecond of each connection for data; 0 for as fast as it can */
export async function startFtpServerOfFiles(bytesPerSecond = 0): Promise<TransferServer> {
  await resolveFtp();
  const folder = mkdtempSync(join(tmpdir(), "mojob-ftp-files-"));
  const server = await startOwnedServer({
    name: "ftp-files",
    command: PYTHON,
    patienceMs: PATIENCE_MS,
    args: (port) => [FTP_SERVER, String(port), folder, String(bytesPerSecond)],
    probe: greets,
  });
  return served(server, folder, folder);
}

/** ProFTPD with TLS for a user `shop` with the password `secret`. */
export interface FtpsServer extends TransferServer {
  /** Its certificate, for `localhost` and 127.0.0.1, which is its own authority. */
  readonly ca: string;
}

/** @throws Error with what to install where there is no FTPS server */
export async function resolveFtps(): Promise<void> {
  const isThere = (): boolean => [PROFTPD, PROFTPD_TLS].every((path) => existsSync(path));
  if (!isThere()) await installDebian(["proftpd-core", "proftpd-mod-crypto"]);
  if (!isThere())
    throw new Error(
      "There is no FTPS server: install ProFTPD (Debian: apt-get install proftpd-core proftpd-mod-crypto), or run this as root",
    );
}

export interface FtpsOptions {
  /** Whether TLS is there from the first byte. @default false */
  readonly isImplicit?: boolean;
  /** Whether connections for data have to go on with the session of TLS, as is ProFTPD's own default. @default true */
  readonly wantsSession?: boolean;
}

/** @throws Error with what to install where there is no FTPS server */
export async function startFtpsServerOfFiles({
  isImplicit = false,
  wantsSession = true,
}: FtpsOptions = {}): Promise<FtpsServer> {
  await resolveFtps();
  const folder = mkdtempSync(join(tmpdir(), "mojob-ftps-files-"));
  mkdirSync(join(folder, "served"));
  makeCertificate(folder);
  const hash = run("openssl", ["passwd", "-6", "secret"]).trim();
  const { uid, gid, username } = userInfo();
  const users = join(folder, "users");
  writeFileSync(users, `shop:${hash}:${uid}:${gid}::${join(folder, "served")}:/bin/sh\n`, { mode: 0o600 });
  const server = await startOwnedServer({
    name: "ftps-files",
    command: PROFTPD,
    patienceMs: PATIENCE_MS,
    prepare: async (_, port) =>
      writeFileSync(
        join(folder, "proftpd.conf"),
        `LoadModule mod_tls.c
ServerType standalone
DefaultAddress 127.0.0.1
Port ${port}
UseIPv6 off
User ${username}
RootLogin on
AuthUserFile ${users}
AuthOrder mod_auth_file.c
AuthFileOptions InsecurePerms
RequireValidShell off
DefaultRoot ${join(folder, "served")}
AllowOverwrite on
AllowStoreRestart on
AllowRetrieveRestart on
UseReverseDNS off
WtmpLog off
TransferLog none
DelayEngine off
PidFile ${join(folder, "pid")}
ScoreboardFile ${join(folder, "score")}
TLSEngine on
TLSRequired on
TLSECCertificateFile ${join(folder, "certificate.pem")}
TLSECCertificateKeyFile ${join(folder, "key.pem")}
${isImplicit ? "TLSOptions UseImplicitSSL" : ""}
${wantsSession ? "" : "TLSOptions NoSessionReuseRequired"}
`,
      ),
    args: () => ["--nodaemon", "--config", join(folder, "proftpd.conf")],
    probe: isImplicit ? connects : greets,
  });
  const ca = readFileSync(join(folder, "certificate.pem"), "utf8");
  return { ...served(server, folder, join(folder, "served")), ca };
}

/** OpenSSH for this process's user and a key. */
export interface SftpServer extends TransferServer {
  readonly user: string;
  readonly privateKey: string;
  /** The fingerprint of its host key. */
  readonly hostKey: string;
}

/** @throws Error with what to install where there is no OpenSSH */
export async function resolveSftp(): Promise<void> {
  if (!existsSync(SSHD)) await installDebian(["openssh-server"]);
  if (!existsSync(SSHD))
    throw new Error(
      "There is no SFTP server: install OpenSSH (Debian: apt-get install openssh-server), or run this as root",
    );
}

/** @throws Error with what to install where there is no OpenSSH */
export async function startSftpServerOfFiles(): Promise<SftpServer> {
  await resolveSftp();
  const folder = mkdtempSync(join(tmpdir(), "mojob-sftp-files-"));
  mkdirSync(join(folder, "served"));
  for (const name of ["host_key", "user_key"])
    run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
  // Where it separates privileges, as root, it wants this folder.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const options = {
    ListenAddress: "127.0.0.1",
    HostKey: join(folder, "host_key"),
    AuthorizedKeysFile: join(folder, "user_key.pub"),
    PermitRootLogin: "prohibit-password",
    PasswordAuthentication: "no",
    StrictModes: "no",
    UsePAM: "no",
    PidFile: "none",
    MaxStartups: "100",
    Subsystem: "sftp internal-sftp",
    ForceCommand: `internal-sftp -d ${join(folder, "served")}`,
  };
  const configuration = join(folder, "sshd_config");
  writeFileSync(
    configuration,
    Object.entries(options)
      .map((line) => `${line.join(" ")}\n`)
      .join(""),
  );
  const server = await startOwnedServer({
    name: "sftp-files",
    command: SSHD,
    patienceMs: PATIENCE_MS,
    args: (port) => ["-D", "-e", "-f", configuration, "-p", String(port)],
    probe: greets,
  });
  const [, key = ""] = readFileSync(join(folder, "host_key.pub"), "utf8").split(" ");
  const digest = createHash("sha256").update(key, "base64").digest("base64");
  return {
    ...served(server, folder, join(folder, "served")),
    user: userInfo().username,
    privateKey: readFileSync(join(folder, "user_key"), "utf8"),
    hostKey: `SHA256:${digest.replace(/=+$/, "")}`,
  };
}

function served(server: OwnedServer, whole: string, folder: string): TransferServer {
  return {
    ...server,
    folder,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      rmSync(whole, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
  run("openssl", ["req", "-x509", ...kind, ...subject, ...files]);
}

/** Executes a program and returns what it prints. */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot execute ${program}: ${stderr}`);
  return stdout;
}
