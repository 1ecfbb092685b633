import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { createServer } from "node:net";
import { memoryUsage } from "node:process";
import { MoJobError } from "@mojob/core";
import { aWorkAttempt } from "@mojob/contract-tests";
import type { JobWork, JsonObject } from "@mojob/core/ports";
import { until } from "@mojob/test-services/until";
import { describe, expect, it, onTestFinished } from "vitest";
import { HostileFtp, type Replies } from "../fixtures/hostile-ftp.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const TIMEOUT_MS = 30_000;
const MB = 1024 * 1024;

const DOWNLOAD = { do: "download", from: "a", to: "out:a" };
const UPLOAD = { do: "upload", from: "in:a", to: "a", ifExists: "replace" };
const LIST = { do: "list", at: "" };

function setupFor({ port }: HostileFtp, options: object = {}): TransferSetup {
  const setup = new TransferSetup(
    { protocol: "ftp", host: "127.0.0.1", port, user: "u", password: "p", idleMs: 5000, ...options },
    { limits: { fileMb: 8, totalMb: 16, entries: 1000 } },
  );
  setup.put("in/a", "0123456789");
  onTestFinished(() => setup.remove());
  return setup;
}

async function ended(
  server: HostileFtp,
  work: object,
  options: object = {},
): Promise<{ readonly error: unknown; readonly result: JsonObject | null }> {
  const setup = setupFor(server, options);
  const end = await setup.run(work).then(
    (result) => ({ error: null, result }),
    (error: unknown) => ({ error, result: null }),
  );
  // Nothing has the name of the file, and nothing is left beside it.
  if (end.error !== null) expect(setup.names("out")).toEqual([]);
  await expect.poll(() => server.open).toBe(0);
  return end;
}

describe("a server that is hostile", () => {
  const silent: Record<string, Replies> = {
    "before its greeting": { "": () => null },
    "after the login": { PASS: () => null },
    "at a listing": { LIST: () => null },
    "in a size": { SIZE: () => null },
  };
  it.each(Object.keys(silent))(
    "may be silent for as long as it is given: %s",
    { timeout: TIMEOUT_MS },
    async (when) => {
      await using server = await HostileFtp.start(silent[when] ?? {});
      const { error } = await ended(server, when === "at a listing" ? LIST : DOWNLOAD, { idleMs: 500 });
      expect(error).toMatchObject({ code: "transfer_unavailable" });
    },
  );

  it("may not have all of the time", { timeout: TIMEOUT_MS }, async () => {
    // It always says a little: each wait alone is short.
    await using server = await HostileFtp.start(
      { RETR: () => "150 Coming", SIZE: () => "502 No", LIST: () => "150 Coming\r\n226 Done" },
      (socket) => {
        const timer = setInterval(() => void socket.write("x"), 50);
        socket.once("close", () => clearInterval(timer));
        if (server.commands.at(-1)?.startsWith("EPSV"))
          socket.write("-rw-r--r-- 1 u g 10 Nov 30 12:00 a\r\n");
      },
    );
    const { error } = await ended(server, LIST, { timeoutMs: 1500 });
    expect(error).toMatchObject({ code: "transfer_timeout", message: expect.stringContaining("1500 ms") });
  });

  it("gets no connection for data to another address", { timeout: TIMEOUT_MS }, async () => {
    let reached = 0;
    const victim = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => void victim.listen(0, "0.0.0.0", resolve));
    onTestFinished(() => new Promise((done) => void victim.close(() => done())));
    const { port } = victim.address() as { port: number };
    for (const address of ["10,0,0,1", "169,254,169,254", "192,168,1,1"]) {
      await using server = await HostileFtp.start({
        EPSV: () => "502 No",
        PASV: () => `227 Entering (${address},${port >> 8},${port & 255})`,
      });
      for (const work of [DOWNLOAD, LIST]) {
        const { error } = await ended(server, work);
        expect(error).toMatchObject({
          code: "transfer_refused",
          message: expect.stringContaining(
            `to ${address.replaceAll(",", ".")}, which is not its own address`,
          ),
        });
      }
      expect(server.dataConnections).toBe(0);
    }
    expect(reached).toBe(0);
  });

  it.each([
    ["fewer bytes than it stated", "213 95", 10],
    ["more bytes than it stated", "213 5", 10],
  ])("does not pass off %s", { timeout: TIMEOUT_MS }, async (_, size, sent) => {
    await using server = await HostileFtp.start(
      { SIZE: () => size },
      (socket) => void socket.end("x".repeat(sent)),
    );
    const { error } = await ended(server, DOWNLOAD);
    expect(error).toMatchObject({
      code: "transfer_incomplete",
      message: expect.stringContaining('"partner:a"'),
    });
  });

  it.each(["-5", "99999999999999999999", "many"])(
    "states no size of %s",
    { timeout: TIMEOUT_MS },
    async (size) => {
      await using server = await HostileFtp.start(
        { SIZE: () => `213 ${size}` },
        (socket) => void socket.end("x"),
      );
      const { error } = await ended(server, DOWNLOAD);
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(transfer_refused|transfer_unavailable)$/),
      });
    },
  );

  it(
    "sends no more than a file may have, also where it states no size",
    { timeout: TIMEOUT_MS },
    async () => {
      await using server = await HostileFtp.start(
        { SIZE: () => "502 No", LIST: () => "150 Coming\r\n226 Done", RETR: () => "150 Coming" },
        (socket) => {
          if (server.commands.some((line) => line.startsWith("RETR"))) return;
          if (server.dataConnections === 1) return void socket.end("-rw-r--r-- 1 u g 1 Nov 30 12:00 a\r\n");
          const flood = (): void => {
            while (socket.write(new Uint8Array(64 * 1024)));
          };
          socket.on("drain", flood);
          flood();
        },
      );
      const { error } = await ended(server, DOWNLOAD);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(file_too_large|transfer_incomplete)$/) });
    },
  );

  it("fills no memory with listings, greetings and replies", { timeout: TIMEOUT_MS }, async () => {
    const line = `-rw-r--r-- 1 u g 10 Nov 30 12:00 ${"n".repeat(200)}`;
    const bombs: readonly (readonly [Replies, string])[] = [
      [{}, `${line}\r\n`.repeat(60_000)],
      [{}, "x".repeat(20 * MB)],
      [{ "": () => `220-${"x".repeat(10 * MB)}` }, ""],
      [{ "": () => `220-Hello\r\n${"still here\r\n".repeat(MB)}` }, ""],
      [{ TYPE: () => "x".repeat(10 * MB) }, ""],
    ];
    const before = memoryUsage().rss;
    for (const [replies, listing] of bombs) {
      await using server = await HostileFtp.start(replies, (socket) => void socket.end(listing));
      const { error } = await ended(server, LIST);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(transfer_|file_too_large)/) });
    }
    expect(memoryUsage().rss - before).toBeLessThan(150 * MB);
  });

  it("names no file outside of the folder", { timeout: TIMEOUT_MS }, async () => {
    const names = [
      "../up",
      "/etc/passwd",
      "a/b",
      "..",
      ".",
      "back\\slash",
      "c\u0007bell",
      "\u202Eright",
      "fine",
    ];
    const listing = names.map((name) => `-rw-r--r-- 1 u g 10 Nov 30 12:00 ${name}\r\n`).join("");
    await using server = await HostileFtp.start({ SIZE: () => "213 4" }, (socket) => {
      socket.end(server.dataConnections % 2 === 1 ? listing : "fine");
    });
    const setup = setupFor(server);
    const { count, leftOut } = await setup.run({ do: "download", from: "", match: "*", to: "out:" });
    expect(setup.names("out")).toEqual(["fine"]);
    expect([count, Number(leftOut) > 0]).toEqual([1, true]);
    expect(setup.names("")).toEqual(["in", "out"]);
    // Arguments stand in what the job states, and not in what a server names.
    await using other = await HostileFtp.start({ SIZE: () => "213 4" }, (socket) => {
      socket.end(
        other.dataConnections % 2 === 1 ? "-rw-r--r-- 1 u g 10 Nov 30 12:00 {args.key}\r\n" : "fine",
      );
    });
    const literal = setupFor(other);
    await literal.run({ do: "download", from: "", match: "*", to: "out:" }, { args: { key: "leaked" } });
    expect(literal.names("out")).toEqual(["{args.key}"]);
  });

  it("sees no command in a path or an argument", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start({});
    for (const path of ["a\r\nDELE b", "a\nDELE b", "a\u0000"]) {
      const setup = setupFor(server);
      await expect(setup.run({ do: "exists", at: "{args}" }, { args: path })).rejects.toMatchObject({
        code: "path_refused",
      });
    }
    expect(server.commands.filter((line) => line.startsWith("DELE"))).toEqual([]);
  });

  /** Resolves once a part of the file is on the worker's disk. */
  const halfHere = (setup: TransferSetup): Promise<boolean> =>
    until("a part of the file", () =>
      setup.names("out").some((name) => statSync(setup.path("out", name)).size > 0),
    );

  it("that cuts in the middle is gone on with where it was", { timeout: TIMEOUT_MS }, async () => {
    const content = randomBytes(500_000).toString("hex");
    let from = 0;
    let isCut = false;
    await using server = await HostileFtp.start(
      {
        SIZE: () => `213 ${content.length}`,
        REST: (offset) => {
          from = Number(offset);
          return "350 Going on";
        },
        RETR: (_, { data }) => {
          if (!isCut) data?.write(content.slice(0, 600_000));
          else data?.end(content.slice(from));
          return isCut ? "150 Coming\r\n226 Done" : "150 Coming";
        },
      },
      () => {},
    );
    const setup = setupFor(server);
    const running = setup.run(DOWNLOAD);
    await halfHere(setup);
    isCut = true;
    server.cut();
    expect(await running).toEqual({ path: "out:a", size: content.length });
    expect(from).toBeGreaterThan(0);
    expect(setup.text("out/a")).toBe(content);
    expect(setup.lines).toEqual([
      "warn partner: the connection broke; going on over another one",
      `info partner: download, ${content.length} bytes`,
    ]);
  });

  it("that cannot go on in the middle is left to the next attempt", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start(
      { SIZE: () => "213 1000000", REST: () => "502 No", RETR: () => "150 Coming" },
      (socket) => void socket.write("x".repeat(600_000)),
    );
    const setup = setupFor(server);
    const running = setup.run(DOWNLOAD).catch((error: unknown) => error);
    await halfHere(setup);
    server.cut();
    expect(await running).toMatchObject({ code: "transfer_unavailable", retryable: true });
    expect(setup.names("out")).toEqual([]);
  });

  it("that always cuts is given up", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start(
      { SIZE: () => "213 1000", RETR: () => "150 Coming" },
      (socket) => {
        socket.write("x", () => server.cut());
      },
    );
    const { error } = await ended(server, DOWNLOAD);
    expect(error).toMatchObject({ code: "transfer_unavailable" });
    expect(server.commands.filter((line) => line.startsWith("USER"))).toHaveLength(4);
  });

  it("that changes the file meanwhile gives no mixture", { timeout: TIMEOUT_MS }, async () => {
    let size = 1_000_000;
    await using server = await HostileFtp.start(
      { SIZE: () => `213 ${size}`, RETR: () => "150 Coming" },
      (socket) => void socket.write("x".repeat(600_000)),
    );
    const setup = setupFor(server);
    const running = setup.run(DOWNLOAD).catch((error: unknown) => error);
    await halfHere(setup);
    size = 1_200_000;
    server.cut();
    expect(await running).toMatchObject({
      code: "transfer_incomplete",
      message: expect.stringContaining("changed meanwhile"),
    });
    expect(setup.names("out")).toEqual([]);
  });

  it("that loses what it was sent gives it no name", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start(
      { SIZE: (path) => (path === "/a" ? "550 None" : "213 3") },
      (socket) => void socket.resume(),
    );
    const { error } = await ended(server, UPLOAD);
    expect(error).toMatchObject({
      code: "transfer_incomplete",
      message: expect.stringContaining("3 of 10 bytes"),
    });
    expect(server.commands.some((line) => line.startsWith("RNTO"))).toBe(false);
    expect(server.commands.some((line) => line.startsWith("DELE /.mojob-part-"))).toBe(true);
  });

  it.each([
    ["takes the new file once the old one is put aside", "250 Renamed", { path: "partner:a", size: 10 }],
    ["refuses the new file, too, and has the old one back", "553 No", "transfer_refused"],
  ] as const)("that replaces nothing %s", { timeout: TIMEOUT_MS }, async (_, last, wanted) => {
    // The names that files have, as renames and removals change them.
    let names = ["/a"];
    let from = "";
    await using server = await HostileFtp.start(
      {
        SIZE: (path) => (names.includes(path) ? "213 10" : "550 None"),
        STOR: (path) => {
          names.push(path);
          return "150 Send\r\n226 Done";
        },
        RNFR: (path) => {
          from = path;
          return "350 And";
        },
        RNTO: (path) => {
          const isLast = path === "/a" && !from.includes("-old-");
          if (names.includes(path)) return "550 It is there";
          if (isLast && last !== "250 Renamed") return last;
          names = [...names.filter((name) => name !== from), path];
          return "250 Renamed";
        },
        DELE: (path) => {
          names = names.filter((name) => name !== path);
          return "250 Removed";
        },
      },
      (socket) => void (server.commands.at(-1)?.startsWith("EPSV") ? socket.resume() : socket.end()),
    );
    const setup = setupFor(server);
    const end = await setup.run(UPLOAD).catch((error: unknown) => error as { readonly code: string });
    expect("code" in end ? end.code : end).toEqual(wanted);
    expect(names).toEqual(["/a"]);
  });

  it("that has no place left says so", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start(
      { SIZE: () => "550 None", STOR: () => "552 Quota exceeded" },
      (socket) => void socket.end(),
    );
    const { error } = await ended(server, UPLOAD);
    expect(error).toMatchObject({ code: "disk_full" });
  });

  it("that hangs lets an attempt end when it is asked to", { timeout: TIMEOUT_MS }, async () => {
    await using server = await HostileFtp.start(
      { RETR: () => "150 Coming" },
      (socket) => void socket.write("x"),
    );
    const setup = setupFor(server, { idleMs: 20_000 });
    const work = { kind: "transfer", connection: "partner", ...DOWNLOAD } as unknown as JobWork;
    const { attempt, abort } = aWorkAttempt(work);
    const running = setup.runner.run(attempt).catch((error: unknown) => error);
    await expect.poll(() => server.dataConnections, { timeout: 5000 }).toBe(1);
    const reason = new MoJobError("cancelled", "It was asked to end");
    abort(reason);
    expect(await running).toBe(reason);
    await expect.poll(() => server.open).toBe(0);
    expect(setup.names("out")).toEqual([]);
  });
});
