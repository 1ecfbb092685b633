import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PROTOCOLS, type ServedFiles, serveFiles } from "../fixtures/servers.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const TIMEOUT_MS = 60_000;
const PART = ".mojob-part-";
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describe.each(PROTOCOLS)("transfers over %s", (protocol) => {
  let served: ServedFiles;
  let setup: TransferSetup;
  beforeAll(async () => {
    served = await serveFiles(protocol);
  }, TIMEOUT_MS);
  afterAll(() => served[Symbol.asyncDispose]());
  beforeEach(() => {
    served.clear();
    setup = new TransferSetup(served.connection);
    return () => setup.remove();
  });

  it("bring a file as it is, into a root or a stored file", { timeout: TIMEOUT_MS }, async () => {
    const large = randomBytes(3_000_001);
    served.put("orders/2026 11.csv", large);
    served.put("empty", "");
    const from = "orders/{args.day}.csv";
    const args = { day: "2026 11" };
    expect(await setup.run({ do: "download", from, to: "out:deep/a.csv" }, { args })).toEqual({
      path: "out:deep/a.csv",
      size: large.length,
    });
    expect(readFileSync(setup.path("out/deep/a.csv")).equals(large)).toBe(true);
    const expect256 = createHash("sha256").update(large).digest("hex");
    const stored = await setup.run(
      { do: "download", from, to: { store: "a.csv" }, expect: ` ${expect256.toUpperCase()}` },
      { args },
    );
    expect(stored).toMatchObject({ size: large.length, algorithm: "sha-256", checksum: expect256 });
    expect(Buffer.from(setup.files.bytesOf(stored["file"] as never)).equals(large)).toBe(true);
    expect(await setup.run({ do: "download", from: "empty", to: "out:empty" })).toMatchObject({ size: 0 });
    expect(setup.names("out")).toEqual(["deep", "empty"]);
    expect(setup.names("out/deep")).toEqual(["a.csv"]);
    expect(setup.lines).toEqual(["info partner: download, 0 bytes"]);
  });

  it("send a file as it is, from a root or a stored file", { timeout: TIMEOUT_MS }, async () => {
    const large = randomBytes(3_000_001);
    setup.put("in/a.bin", large);
    expect(await setup.run({ do: "upload", from: "in:a.bin", to: "new/deep/größe.bin" })).toEqual({
      path: "partner:new/deep/größe.bin",
      size: large.length,
    });
    expect(served.bytes("new/deep/größe.bin").equals(large)).toBe(true);
    const args = { report: setup.files.put("report.csv", "1\n2\n") };
    await setup.run({ do: "upload", from: { stored: "args.report" }, to: "report.csv" }, { args });
    expect(served.text("report.csv")).toBe("1\n2\n");
    setup.put("in/empty", "");
    expect(await setup.run({ do: "upload", from: "in:empty", to: "empty" })).toMatchObject({ size: 0 });
    expect(served.names()).toEqual(["empty", "new", "report.csv"]);
    expect(served.names("new/deep")).toEqual(["größe.bin"]);
  });

  it("bring and send what a folder or a list has", { timeout: TIMEOUT_MS }, async () => {
    for (const name of ["b.csv", "a.csv", "c.txt", "folder.csv/x"]) served.put(`orders/${name}`, name);
    expect(await setup.run({ do: "download", from: "orders", match: "*.csv", to: "out:" })).toEqual({
      count: 2,
      size: 10,
      files: [
        { path: "out:a.csv", size: 5 },
        { path: "out:b.csv", size: 5 },
      ],
    });
    const list = ["orders/b.csv", "orders/c.txt"];
    expect(await setup.run({ do: "download", from: list, to: "out:more", algorithm: "md5" })).toMatchObject({
      count: 2,
      files: [{ checksum: createHash("md5").update("b.csv").digest("hex") }, {}],
    });
    expect(setup.names("out")).toEqual(["a.csv", "b.csv", "more"]);
    setup.put("in/day/1.csv", "1");
    setup.put("in/day/2.csv", "22");
    setup.put("in/day/3.txt", "333");
    expect(await setup.run({ do: "upload", from: "in:day", match: "*.csv", to: "sent" })).toMatchObject({
      count: 2,
      size: 3,
      files: [{ path: "partner:sent/1.csv" }, { path: "partner:sent/2.csv" }],
    });
    await setup.run({ do: "upload", from: ["in:day/3.txt", "in:day/1.csv"], to: "" });
    expect(served.names()).toEqual(["1.csv", "3.txt", "orders", "sent"]);
    expect(await setup.run({ do: "download", from: "orders", match: "*.none", to: "out:none" })).toEqual({
      count: 0,
      size: 0,
      files: [],
    });
  });

  it("fail at, replace or skip what is there, at either side", { timeout: TIMEOUT_MS }, async () => {
    served.put("a", "new");
    setup.put("out/a", "old");
    const download = { do: "download", from: "a", to: "out:a" };
    await expect(setup.run(download)).rejects.toMatchObject({ code: "file_exists" });
    expect(await setup.run({ ...download, ifExists: "skip" })).toEqual({ path: "out:a", skipped: true });
    expect(setup.text("out/a")).toBe("old");
    await setup.run({ ...download, ifExists: "replace" });
    expect(setup.text("out/a")).toBe("new");
    setup.put("in/b", "newer");
    const upload = { do: "upload", from: "in:b", to: "a" };
    await expect(setup.run(upload)).rejects.toMatchObject({ code: "file_exists" });
    expect(await setup.run({ ...upload, ifExists: "skip" })).toEqual({ path: "partner:a", skipped: true });
    expect(served.text("a")).toBe("new");
    await setup.run({ ...upload, ifExists: "replace" });
    expect(served.text("a")).toBe("newer");
    served.put("folder/x", "");
    await expect(setup.run({ ...upload, to: "folder", ifExists: "replace" })).rejects.toMatchObject({
      code: "file_exists",
    });
    expect([served.names(), setup.names("out")]).toEqual([["a", "folder"], ["a"]]);
  });

  it("look at, move and remove files", { timeout: TIMEOUT_MS }, async () => {
    served.put("orders/a.csv", "12345");
    served.put("orders/b.csv", "1");
    served.put("orders/within/x", "1");
    expect(await setup.run({ do: "exists", at: "orders/a.csv" })).toEqual({
      exists: true,
      type: "file",
      size: 5,
      modified: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    expect(await setup.run({ do: "exists", at: "orders" })).toMatchObject({ exists: true, type: "folder" });
    expect(await setup.run({ do: "exists", at: "" })).toMatchObject({ exists: true, type: "folder" });
    for (const at of ["orders/none", "none/none"])
      expect(await setup.run({ do: "exists", at })).toEqual({ exists: false });
    expect(await setup.run({ do: "list", at: "orders" })).toMatchObject({
      count: 3,
      size: 6,
      entries: [
        { path: "a.csv", type: "file", size: 5 },
        { path: "b.csv", type: "file", size: 1 },
        { path: "within", type: "folder" },
      ],
    });
    expect(await setup.run({ do: "list", at: "orders", match: "b*" })).toMatchObject({ count: 1 });
    const move = { do: "move", from: "orders/a.csv", to: "done/a.csv" };
    expect(await setup.run(move)).toEqual({ path: "partner:done/a.csv" });
    expect([served.names("orders"), served.text("done/a.csv")]).toEqual([["b.csv", "within"], "12345"]);
    await expect(setup.run({ ...move, from: "orders/b.csv" })).rejects.toMatchObject({ code: "file_exists" });
    await setup.run({ ...move, from: "orders/b.csv", ifExists: "replace" });
    expect(served.text("done/a.csv")).toBe("1");
    await expect(setup.run(move)).rejects.toMatchObject({ code: "file_unavailable" });
    expect(await setup.run({ do: "remove", at: "done/a.csv" })).toEqual({ removed: 1 });
    expect(await setup.run({ do: "remove", at: "done/a.csv", ifMissing: "pass" })).toEqual({ removed: 0 });
    await expect(setup.run({ do: "remove", at: "done/a.csv" })).rejects.toMatchObject({
      code: "file_unavailable",
    });
    await expect(setup.run({ do: "remove", at: "orders" })).rejects.toMatchObject({ code: "path_refused" });
  });

  it(
    "keep nothing of a file with another checksum, or that is too large",
    { timeout: TIMEOUT_MS },
    async () => {
      served.put("a", randomBytes(2 * 1024 * 1024));
      setup.put("in/a", randomBytes(2 * 1024 * 1024));
      const download = { do: "download", from: "a", to: "out:a" };
      await expect(setup.run({ ...download, expect: "0".repeat(64) })).rejects.toMatchObject({
        code: "checksum_differs",
      });
      await expect(setup.run({ do: "download", from: "none", to: "out:a" })).rejects.toMatchObject({
        code: "file_unavailable",
      });
      setup.remove();
      setup = new TransferSetup(served.connection, { limits: { fileMb: 1 } });
      setup.put("in/a", randomBytes(2 * 1024 * 1024));
      await expect(setup.run(download)).rejects.toMatchObject({ code: "file_too_large" });
      await expect(setup.run({ do: "upload", from: "in:a", to: "b" })).rejects.toMatchObject({
        code: "file_too_large",
      });
      expect([setup.names("out"), served.names()]).toEqual([[], ["a"]]);
    },
  );

  it("stay below the connection's folder", { timeout: TIMEOUT_MS }, async () => {
    served.put("below/a", "a");
    served.put("secret", "s");
    symlinkSync("..", join(served.server.folder, "below/up"));
    const { folder = "" } = served.connection;
    setup.remove();
    setup = new TransferSetup({ ...served.connection, folder: join(folder, "below") });
    expect(await setup.run({ do: "download", from: "a", to: "out:a" })).toMatchObject({ size: 1 });
    for (const from of ["../secret", "/secret", "a/../../secret", "x\r\nDELE a", "x\u0000"])
      await expect(
        setup.run({ do: "download", from: "{args}", to: "out:b" }, { args: from }),
      ).rejects.toMatchObject({
        code: "path_refused",
      });
    // What a link of the server leads to, FTP does not tell.
    if (protocol === "sftp")
      await expect(setup.run({ do: "download", from: "up/secret", to: "out:b" })).rejects.toMatchObject({
        code: "path_refused",
      });
    await expect(setup.run({ do: "remove", at: "a", connection: "reads" })).rejects.toThrow(
      'connection "reads" is for reading alone',
    );
    expect(served.names("below")).toEqual(["a", "up"]);
  });

  it("remove what earlier attempts left, and nobody else's", { timeout: TIMEOUT_MS }, async () => {
    const fresh = `${PART}${"f".repeat(24)}-1`;
    const stale = `${PART}${"e".repeat(24)}-1`;
    served.put(fresh, "");
    served.put(stale, "");
    const before = new Date(Date.now() - WEEK_MS - 60_000);
    utimesSync(join(served.server.folder, stale), before, before);
    setup.put("in/a", "a");
    await setup.run({ do: "upload", from: "in:a", to: "a" });
    expect(served.names()).toEqual([fresh, "a"].toSorted());
    expect(existsSync(join(served.server.folder, stale))).toBe(false);
  });

  it("say what is wrong with a login, and show no secret", { timeout: TIMEOUT_MS }, async () => {
    const { password: _, privateKey: __, ...rest } = served.connection;
    const wrong = { ...rest, password: "wrong-pass-word" };
    setup.remove();
    setup = new TransferSetup(wrong);
    const refused = await setup.run({ do: "list", at: "" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "transfer_login" });
    expect(JSON.stringify([refused, String(refused), setup.lines])).not.toContain("wrong-pass-word");
    setup.remove();
    setup = new TransferSetup({ ...served.connection, port: 1 });
    await expect(setup.run({ do: "list", at: "" })).rejects.toMatchObject({ code: "transfer_unavailable" });
    if (protocol === "ftp") return;
    const { ca: ___, ...withoutCa } = served.connection;
    setup.remove();
    setup = new TransferSetup(
      protocol === "sftp" ? { ...served.connection, hostKey: `SHA256:${"A".repeat(43)}` } : withoutCa,
    );
    await expect(setup.run({ do: "list", at: "" })).rejects.toMatchObject({ code: "transfer_identity" });
  });
});
