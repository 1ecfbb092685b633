import { memoryUsage } from "node:process";
import { MoJobError } from "@mojob/core";
import { aWorkAttempt } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { END, fileOf, HostileSftp, NO_SUCH_FILE, OK } from "../fixtures/hostile-sftp.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const TIMEOUT_MS = 30_000;
const MB = 1024 * 1024;
const DOWNLOAD = { do: "download", from: "a", to: "out:a" };

function setupFor({ port, hostKey }: HostileSftp, options: object = {}): TransferSetup {
  const setup = new TransferSetup(
    {
      protocol: "sftp",
      host: "127.0.0.1",
      port,
      user: "shop",
      password: "secret",
      hostKey,
      idleMs: 5000,
      ...options,
    },
    { limits: { fileMb: 8, totalMb: 16, entries: 5000 } },
  );
  onTestFinished(() => setup.remove());
  return setup;
}

/** The error with which an attempt ends that leaves nothing. */
async function errorOf(server: HostileSftp, work: object, options: object = {}): Promise<unknown> {
  const setup = setupFor(server, options);
  const error = await setup.run(work).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(setup.names("out")).toEqual([]);
  await expect.poll(() => server.open).toBe(0);
  return error;
}

describe("an SFTP server that is hostile", () => {
  it("is sent no password where its host key is another", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileSftp.start({});
    const other = `SHA256:${"A".repeat(43)}`;
    expect(await errorOf(server, DOWNLOAD, { hostKey: other })).toMatchObject({
      code: "transfer_identity",
      message: expect.stringContaining(server.hostKey),
    });
    expect(server.requests).toEqual([]);
    // One of several is enough: keys are changed while both hold.
    const setup = setupFor(server, { hostKey: [other, server.hostKey] });
    expect(await setup.run({ do: "exists", at: "a" })).toMatchObject({ exists: true, size: 10 });
  });

  it.each(["REALPATH", "LSTAT", "OPEN", "READ"])(
    "may be silent for as long as it is given: %s",
    { timeout: TIMEOUT_MS },
    async (request) => {
      await using server = await HostileSftp.start({ [request]: () => {} });
      expect(await errorOf(server, DOWNLOAD, { idleMs: 1500 })).toMatchObject({
        code: "transfer_unavailable",
        message: expect.stringContaining("No response within 1500 ms"),
      });
    },
  );

  it.each([
    ["fewer bytes than it stated", 1000, 10],
    ["more bytes than it stated", 5, 10],
  ])("does not pass off %s", { timeout: TIMEOUT_MS }, async (_, stated, has) => {
    await using server = await HostileSftp.start({
      LSTAT: (sftp, id) => sftp.attrs(id, fileOf(stated)),
      READ: (sftp, id, __: Buffer, offset: number) =>
        offset >= has ? sftp.status(id, END) : sftp.data(id, Buffer.alloc(has - offset)),
    });
    expect(await errorOf(server, DOWNLOAD)).toMatchObject({ code: "transfer_incomplete" });
  });

  it("sends no more than a file may have", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileSftp.start({
      LSTAT: (sftp, id) => sftp.attrs(id, { ...fileOf(0), size: 9 * MB }),
      READ: (sftp, id) => sftp.data(id, Buffer.alloc(32 * 1024)),
    });
    expect(await errorOf(server, DOWNLOAD)).toMatchObject({ code: "file_too_large" });
    expect(server.requests).not.toContain("READ");
  });

  it("fills no memory with a listing that has no end", { timeout: TIMEOUT_MS }, async () => {
    const entry = { filename: "n".repeat(200), longname: "", attrs: fileOf(1) };
    await using server = await HostileSftp.start({
      READDIR: (sftp, id) =>
        sftp.name(
          id,
          Array.from({ length: 100 }, () => entry),
        ),
    });
    const before = memoryUsage().rss;
    expect(await errorOf(server, { do: "list", at: "" })).toMatchObject({ code: "file_too_large" });
    expect(memoryUsage().rss - before).toBeLessThan(100 * MB);
  });

  it(
    "names no file outside of the folder, and shows no link as a file",
    { timeout: TIMEOUT_MS },
    async () => {
      const names = ["../up", "/etc/passwd", "a/b", "back\\slash", "c\u0007bell", "\u202Eright", "fine"];
      let isListed = false;
      await using server = await HostileSftp.start({
        READDIR: (sftp, id) => {
          if (isListed) return sftp.status(id, END);
          isListed = true;
          const listed = names.map((filename) => ({ filename, longname: "", attrs: fileOf(4) }));
          const link = { filename: "link", longname: "", attrs: { ...fileOf(4), mode: 0o120777 } };
          return sftp.name(id, [...listed, link]);
        },
        LSTAT: (sftp, id) => sftp.attrs(id, fileOf(4)),
        READ: (sftp, id, _: Buffer, offset: number) =>
          offset >= 4 ? sftp.status(id, END) : sftp.data(id, Buffer.from("fine")),
      });
      const setup = setupFor(server);
      expect(await setup.run({ do: "download", from: "", match: "*", to: "out:" })).toMatchObject({
        count: 1,
        leftOut: 6,
        files: [{ path: "out:fine" }],
      });
      expect([setup.names("out"), setup.names("")]).toEqual([["fine"], ["in", "out"]]);
      await using linked = await HostileSftp.start({
        LSTAT: (sftp, id) => sftp.attrs(id, { ...fileOf(4), mode: 0o120777 }),
      });
      expect(await errorOf(linked, DOWNLOAD)).toMatchObject({ code: "path_refused" });
    },
  );

  it("that hangs lets an attempt end when it is asked to", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileSftp.start({ READ: () => {} });
    const setup = setupFor(server, { idleMs: 20_000 });
    const { attempt, abort } = aWorkAttempt({
      kind: "transfer",
      connection: "partner",
      ...DOWNLOAD,
    } as unknown as JobWork);
    const running = setup.runner.run(attempt).catch((error: unknown) => error);
    await expect.poll(() => server.requests.includes("READ"), { timeout: 5000 }).toBe(true);
    const reason = new MoJobError("cancelled", "It was asked to end");
    abort(reason);
    expect(await running).toBe(reason);
    await expect.poll(() => server.open).toBe(0);
    expect(setup.names("out")).toEqual([]);
  });

  it(
    "that replaces nothing takes the new file once the old one is put aside",
    { timeout: TIMEOUT_MS },
    async () => {
      let names = ["/home/a"];
      await using server = await HostileSftp.start({
        LSTAT: (sftp, id, path: string) =>
          names.includes(path) ? sftp.attrs(id, fileOf(10)) : sftp.status(id, NO_SUCH_FILE),
        OPEN: (sftp, id, path: string) => {
          if (!names.includes(path)) names.push(path);
          sftp.handle(id, Buffer.from("file"));
        },
        WRITE: (sftp, id) => sftp.status(id, OK),
        RENAME: (sftp, id, from: string, to: string) => {
          const isFree = !names.includes(to);
          if (isFree) names = [...names.filter((name) => name !== from), to];
          sftp.status(id, isFree ? OK : 4);
        },
        REMOVE: (sftp, id, path: string) => {
          names = names.filter((name) => name !== path);
          sftp.status(id, OK);
        },
      });
      const setup = setupFor(server);
      setup.put("in/a", "0123456789");
      const upload = { do: "upload", from: "in:a", to: "a" };
      expect(await setup.run({ ...upload, ifExists: "replace" })).toEqual({ path: "partner:a", size: 10 });
      expect([names, server.requests.filter((one) => one === "RENAME").length]).toEqual([["/home/a"], 2]);
      await expect(setup.run(upload)).rejects.toMatchObject({ code: "file_exists" });
    },
  );

  it("that cuts in the middle is gone on with where it was", { timeout: TIMEOUT_MS }, async () => {
    const content = Buffer.alloc(3 * MB, "0123456789abcdef\n");
    let isCut = false;
    let restarted = -1;
    await using server = await HostileSftp.start({
      LSTAT: (sftp, id) => sftp.attrs(id, fileOf(content.length)),
      READ: (sftp, id, _: Buffer, offset: number, length: number) => {
        if (!isCut && offset >= 2 * MB) {
          isCut = true;
          return server.cut();
        }
        if (isCut && restarted < 0) restarted = offset;
        return offset >= content.length
          ? sftp.status(id, END)
          : sftp.data(id, content.subarray(offset, offset + length));
      },
    });
    const setup = setupFor(server);
    expect(await setup.run(DOWNLOAD)).toEqual({ path: "out:a", size: content.length });
    expect(setup.text("out/a") === content.toString()).toBe(true);
    expect(restarted).toBeGreaterThan(0);
  });
});
