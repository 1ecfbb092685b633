import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { downloadArchive } from "./download.ts";

let work: string;
let folder: string;
let archive: Buffer;
let sums: string;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "mojob-archive-"));
  await mkdir(join(work, "server-1", "bin"), { recursive: true });
  await writeFile(join(work, "server-1", "bin", "server"), "program");
  execFileSync("tar", ["-czf", "archive.tar.gz", "server-1"], { cwd: work });
  archive = await readFile(join(work, "archive.tar.gz"));
  sums = `${"0".repeat(64)}  other.tar.gz\n${createHash("sha256").update(archive).digest("hex")}  archive.tar.gz\n`;
});
beforeEach(async () => {
  folder = await mkdtemp(join(work, "target-"));
});
afterAll(() => rm(work, { recursive: true }));

/** Downloads from a site that serves `/sums` and whose `/archive.tar.gz` is up to the listener. */
async function downloadFrom(
  listener: RequestListener,
  { published = sums, patienceMs = 60_000 } = {},
): Promise<void> {
  const site: Server = createServer((request, response) => {
    if (request.url === "/sums") response.end(published);
    else listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const root = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    const url = `${root}/archive.tar.gz`;
    await downloadArchive({ url, checksums: `${root}/sums`, stripComponents: 1, patienceMs }, folder);
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

describe("downloadArchive()", () => {
  it("unpacks what it downloaded", async () => {
    await downloadFrom((_, response) => response.end(archive));
    expect(await readFile(join(folder, "bin", "server"), "utf8")).toBe("program");
  });

  it("refuses an archive that is not the published one", async () => {
    await expect(downloadFrom((_, response) => response.end("another"))).rejects.toThrow("its SHA-256 is");
    expect(await readdir(folder)).toEqual([]);
  });

  it("refuses an archive whose sum is not published", async () => {
    const unpublished = downloadFrom((_, response) => response.end(archive), { published: "" });
    await expect(unpublished).rejects.toThrow('No SHA-256 of "archive.tar.gz" is published');
  });

  it("fails at once for a file that is not there", async () => {
    const missing = downloadFrom((_, response) => response.writeHead(404).end());
    await expect(missing).rejects.toThrow("its server responded with 404");
  });

  it("gives up a server that sends nothing, at its start or in the middle", async () => {
    const patienceMs = 300;
    await expect(downloadFrom(() => {}, { patienceMs })).rejects.toThrow(
      "its server sent nothing for 300 ms",
    );
    const half = downloadFrom((_, response) => response.write(archive.subarray(0, 10)), { patienceMs });
    await expect(half).rejects.toThrow("its server sent nothing for 300 ms");
  });

  it("fails at once where there is no server", async () => {
    const nowhere = { url: "http://127.0.0.1:1/archive.tar.gz", checksums: "http://127.0.0.1:1/sums" };
    await expect(downloadArchive(nowhere, folder)).rejects.toThrow(/Cannot download "http:.*": /);
  });
});
