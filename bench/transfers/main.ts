import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import {
  startFtpServerOfFiles,
  startFtpsServerOfFiles,
  startSftpServerOfFiles,
} from "@mojob/test-services/connections";
import { type TransferConnection, transferRunner } from "@mojob/transfer-runner";

// What transfers of one large file take, from the trigger to the end of the run, and how much more memory the process has
// meanwhile. Servers are on loopback and share the machine. Arguments: megabytes, and protocols; all of them without names.

const [megabytes = "2048", ...only] = process.argv.slice(2);
const LARGE_MB = Number(megabytes);

const folder = mkdtempSync(join(tmpdir(), "mojob-bench-transfers-"));
for (const name of ["in", "out"]) mkdirSync(join(folder, name));
const megabyte = Buffer.alloc(1024 * 1024, "0123456789abcdef\n");
for (let index = 0; index < LARGE_MB; index += 1)
  writeFileSync(join(folder, "in/large"), megabyte, { flag: "a" });

await using ftp = await startFtpServerOfFiles();
await using ftps = await startFtpsServerOfFiles();
await using sftp = await startSftpServerOfFiles();
const login = { host: "localhost", user: "shop", password: "secret" } as const;
const { user, privateKey, hostKey } = sftp;
const connections: Readonly<Record<string, TransferConnection>> = {
  ftp: { ...login, protocol: "ftp", port: ftp.port },
  ftps: { ...login, protocol: "ftps", port: ftps.port, ca: ftps.ca },
  sftp: {
    protocol: "sftp",
    host: "127.0.0.1",
    port: sftp.port,
    user,
    privateKey,
    hostKey,
    folder: sftp.folder,
  },
};

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "bench",
  inMemory: true,
  jobs: [],
  runners: [
    transferRunner({
      connections,
      roots: { in: { folder: join(folder, "in"), readOnly: true }, out: { folder: join(folder, "out") } },
      limits: { fileMb: LARGE_MB, totalMb: LARGE_MB },
    }),
  ],
  hooks: { onRunEnd: () => {} },
});

async function measured(key: string, work: object): Promise<void> {
  const request = { key, app: "bench", kind: "triggered", work: { kind: "transfer", ...work } };
  await scheduler.jobs.create(request as never);
  let mostBytes = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 20);
  const begun = performance.now();
  const { id } = await scheduler.trigger(key);
  const { state, error } = await scheduler.ended(id);
  clearInterval(watch);
  if (state !== "Succeeded") throw new Error(`${key}: ${error?.message ?? state}`);
  const tookMs = performance.now() - begun;
  const grown = Math.max(0, mostBytes - before) / 1024 / 1024;
  const speed = LARGE_MB / (tookMs / 1000);
  console.log(
    `${key}: ${tookMs.toFixed(0)} ms, ${speed.toFixed(0)} MB/s, ${grown.toFixed(0)} MB more at most`,
  );
}

for (const protocol of Object.keys(connections)) {
  if (only.length > 0 && !only.includes(protocol)) continue;
  const of = { connection: protocol, ifExists: "replace" };
  await measured(`upload-${protocol}`, { ...of, do: "upload", from: "in:large", to: "large" });
  await measured(`download-${protocol}`, { ...of, do: "download", from: "large", to: "out:large" });
}

await close();
rmSync(folder, { recursive: true });
process.exit(0);
