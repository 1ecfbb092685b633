import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { aWorkAttempt } from "@mojob/contract-tests";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";
import { FileRunner } from "./file-runner.ts";
import { resolveLimits } from "./folder/file-limits.ts";
import { parseRoots } from "./folder/file-root.ts";
import { systemClock } from "@mojob/core/ports";

let setup: FileSetup;
beforeEach(() => {
  setup = new FileSetup();
  setup.put("beside/secret.txt", "secret");
  setup.put("in/a.txt", "plain");
  setup.put("in/folder/b.txt", "plain");
});
afterEach(() => setup.remove());

const REFUSED = expect.objectContaining({ code: "path_refused" }) as object;

/** Every operation that reads or changes something at a place. */
const operationsAt = (at: string): readonly object[] => [
  { do: "read", from: at },
  { do: "exists", at },
  { do: "copy", from: at, to: { store: "stolen" } },
  { do: "checksum", from: at },
  { do: "concat", from: [at], to: { store: "stolen" } },
  { do: "split", from: at, to: "out:stolen", by: { bytes: 1 } },
  { do: "pack", from: at, to: { store: "stolen" }, format: "zip" },
  { do: "unpack", from: at, to: "out:stolen", format: "zip" },
];
const changesAt = (at: string): readonly object[] => [
  { do: "write", to: at, text: "evil", ifExists: "replace" },
  { do: "write", to: at, text: "evil", ifExists: "append" },
  { do: "copy", from: "in:a.txt", to: at, ifExists: "replace" },
  { do: "move", from: "out:own.txt", to: at, ifExists: "replace" },
  { do: "remove", at, recursive: true },
  { do: "unpack", from: "in:a.zip", to: at, format: "zip", ifExists: "replace" },
  { do: "split", from: "in:a.txt", to: at, by: { bytes: 1 }, ifExists: "replace" },
];

describe("paths that lead elsewhere are refused, from the job and from arguments", () => {
  test.each([
    "..",
    "../beside/secret.txt",
    "folder/../../beside/secret.txt",
    "./a.txt",
    "folder//b.txt",
    "/etc/passwd",
    "folder/",
    "folder\\..\\..\\beside",
    "a.txt\0.png",
    "a\n.txt",
    "\u202Etxt.a",
    "fold\u200Ber",
    "\uD800",
    "\u2024\u2024/beside",
    "\uFF0E\uFF0E/beside",
    "folder\u2215b.txt",
    "folder\uFF0Fb.txt",
    "folder\u2044b.txt",
    "folder\uFF3Cb.txt",
    ".mojob-part-x",
    "x".repeat(256),
    "é".repeat(128),
    Array.from({ length: 65 }, () => "a").join("/"),
    "a/".repeat(3000) + "a",
  ])("%j", async (path) => {
    for (const work of [...operationsAt("in:{args}"), ...changesAt("out:{args}")])
      await expect(setup.run(work, { args: path })).rejects.toEqual(REFUSED);
    for (const work of operationsAt(`in:${path}`)) await expect(setup.run(work)).rejects.toEqual(REFUSED);
    expect([setup.names("out"), setup.text("beside/secret.txt")]).toEqual([[], "secret"]);
  });

  test("another root than those of the worker, and one for reading alone", async () => {
    await expect(setup.run({ do: "read", from: "beside:secret.txt" })).rejects.toThrow('no root "beside"');
    for (const work of changesAt("in:a.txt"))
      await expect(setup.run(work)).rejects.toThrow("for reading alone");
    expect(setup.text("in/a.txt")).toBe("plain");
    await expect(setup.run({ do: "move", from: "in:a.txt", to: "out:a" })).rejects.toThrow(
      "for reading alone",
    );
  });

  test("a name to be made that looks like another one", async () => {
    await expect(setup.run({ do: "write", to: "out:e\u0301.txt", text: "" })).rejects.toThrow("form NFC");
    setup.put("in/e\u0301.txt", "old");
    expect(await setup.run({ do: "read", from: "in:e\u0301.txt" })).toMatchObject({ text: "old" });
  });
});

/** Puts what must not be followed under a name. */
const TRAPS: Readonly<Record<string, (path: string) => void | Promise<void>>> = {
  "a link to a file": (path) => symlinkSync(setup.path("beside/secret.txt"), path),
  "a link to a file of the root": (path) => symlinkSync("a.txt", path),
  "a link to nothing": (path) => symlinkSync(setup.path("beside/none"), path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a hard link": (path) => linkSync(setup.path("beside/secret.txt"), path),
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a device": (path) => void execFileSync("mknod", [path, "c", "1", "5"]),
  "a socket": async (path) => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    server.unref();
  },
};
const isRoot = process.getuid?.() === 0;

describe.each(Object.keys(TRAPS).filter((name) => name !== "a device" || isRoot))("%s", (name) => {
  const isHardLink = name === "a hard link";

  test("is neither read nor followed", async () => {
    await TRAPS[name]?.(setup.path("in/trap"));
    for (const work of operationsAt("in:trap")) await expect(setup.run(work)).rejects.toEqual(REFUSED);
    for (const format of ["zip", "tar.gz"])
      await expect(setup.run({ do: "pack", from: "in:", to: { store: "all" }, format })).rejects.toEqual(
        REFUSED,
      );
    await expect(setup.run({ do: "concat", from: "in:", match: "t*", to: { store: "all" } })).rejects.toEqual(
      REFUSED,
    );
    expect(setup.names("out")).toEqual([]);
  });

  test("is not written through", async () => {
    setup.put("out/own.txt", "own");
    await TRAPS[name]?.(setup.path("out/trap"));
    for (const work of changesAt("out:trap")) {
      if (isHardLink) {
        rmSync(setup.path("out/trap"), { recursive: true, force: true });
        linkSync(setup.path("beside/secret.txt"), setup.path("out/trap"));
        // A name is replaced; what it was a second name of is left as it is.
        if ("ifExists" in work && work.ifExists === "replace") {
          await setup.run(work).catch(() => {});
          continue;
        }
      }
      await expect(setup.run(work)).rejects.toThrow();
    }
    expect(setup.text("beside/secret.txt")).toBe("secret");
    expect(readdirSync(setup.path("out")).filter((one) => one.startsWith("."))).toEqual([]);
  });
});

test("a folder on the way that is a link is refused, and recursion does not enter one", async () => {
  symlinkSync(setup.path("beside"), setup.path("in/way"));
  symlinkSync(setup.path("beside"), setup.path("out/way"));
  for (const work of [...operationsAt("in:way/secret.txt"), ...changesAt("out:way/secret.txt")])
    await expect(setup.run(work)).rejects.toEqual(REFUSED);
  const listed = await setup.run({ do: "list", at: "in:", recursive: true });
  expect(listed["entries"]).toMatchObject([
    { path: "a.txt" },
    { path: "folder" },
    { path: "folder/b.txt" },
    { path: "way", type: "link" },
  ]);
  setup.put("out/tree/a");
  symlinkSync(setup.path("beside"), setup.path("out/tree/way"));
  await setup.run({ do: "remove", at: "out:tree", recursive: true });
  expect([setup.names("out"), setup.text("beside/secret.txt")]).toEqual([["way"], "secret"]);
});

test("a root that is a link itself is the operator's choice", async () => {
  symlinkSync(setup.path("in"), setup.path("link"));
  const { fileRunner } = await import("@mojob/file-runner");
  const runner = fileRunner({ roots: { it: { folder: setup.path("link") } } });
  const work = { kind: "file", do: "read", from: "it:a.txt" } as never;
  expect(await runner.run(aWorkAttempt(work).attempt)).toMatchObject({ text: "plain" });
});

describe.each([
  ["by descriptors", {}],
  ["by paths, as elsewhere than on Linux", { byDescriptor: false }],
])("a folder that is swapped for a link in a loop, reached %s", (_, folders) => {
  test("gives nothing from outside", { timeout: 60_000 }, async () => {
    for (const root of ["in", "out"]) {
      mkdirSync(setup.path(root, "way"));
      setup.put(`${root}/way/secret.txt`, "plain");
    }
    const runner = new FileRunner(
      parseRoots({ in: { folder: setup.path("in") }, out: { folder: setup.path("out") } }),
      { limits: resolveLimits({}), clock: systemClock, folders },
    );
    const swapper = spawn(execPath, [
      fileURLToPath(new URL("../fixtures/swap-folder.js", import.meta.url)),
      setup.path("in/way"),
      setup.path("out/way"),
      setup.path("beside"),
    ]);
    await once(swapper.stdout, "data");
    const before = readdirSync(setup.path("beside"));
    const seen = new Set<unknown>();
    try {
      const end = Date.now() + 4000;
      for (let turn = 0; Date.now() < end; turn += 1) {
        const works = [
          { do: "read", from: "in:way/secret.txt" },
          { do: "concat", from: "in:way", to: { store: "all" } },
          { do: "write", to: `out:way/new-${turn}.txt`, text: "new" },
          { do: "copy", from: "in:way/secret.txt", to: `out:way/copy-${turn}.txt` },
          { do: "remove", at: "out:way/kept.txt", ifMissing: "pass" },
        ];
        for (const work of works) {
          const { attempt } = aWorkAttempt({ kind: "file", ...work } as never, { files: setup.files });
          const result = await runner
            .run(attempt)
            .catch((error: { code?: string }) => ({ code: error.code }));
          if ("text" in (result as object)) seen.add((result as { text: unknown }).text);
          if ("file" in (result as object)) seen.add(setup.files.textOf((result as { file: never }).file));
        }
      }
    } finally {
      swapper.kill("SIGKILL");
      if (swapper.exitCode === null && swapper.signalCode === null) await once(swapper, "exit");
    }
    expect(seen.has("plain")).toBe(true);
    expect([...seen].filter((text) => text !== "plain" && text !== "")).toEqual([]);
    // Without descriptors the system has no call that is held to a folder: what is read is right, what is changed may be elsewhere.
    if ("byDescriptor" in folders) return;
    expect(readdirSync(setup.path("beside"))).toEqual(before);
    expect(setup.text("beside/kept.txt")).toBe("kept");
  });
});

describe("what is too much", () => {
  test("is refused by its size, by the sum and by the number", async () => {
    setup.remove();
    setup = new FileSetup({ limits: { fileMb: 1, totalMb: 2, entries: 10, archiveEntries: 3 } });
    const megabyte = new Uint8Array(1024 * 1024);
    for (let index = 0; index < 3; index += 1) setup.put(`in/large/${index}`, megabyte);
    for (let index = 0; index < 11; index += 1) setup.put(`in/many/${index}`);
    setup.put("in/two", Buffer.concat([megabyte, megabyte]));
    const limit = (line: string): object =>
      expect.objectContaining({
        code: "file_too_large",
        message: expect.stringContaining(line) as string,
      }) as object;
    await expect(setup.run({ do: "concat", from: "in:large", to: "out:a" })).rejects.toEqual(
      limit("a file may have 1 MB"),
    );
    await expect(setup.run({ do: "concat", from: "in:large", to: { store: "a" } })).rejects.toEqual(
      limit("a run may read 2 MB"),
    );
    await expect(setup.run({ do: "list", at: "in:many" })).rejects.toEqual(limit("look at 10 files"));
    await expect(
      setup.run({ do: "split", from: "in:two", to: "out:b", by: { bytes: 100_000 } }),
    ).rejects.toEqual(limit("split into 3 parts"));
    await expect(setup.run({ do: "pack", from: "in:many", to: "out:c", format: "zip" })).rejects.toThrow(
      "may",
    );
    expect(setup.names("out")).toEqual([]);
  });

  test("limits and roots that are none are refused at the start", async () => {
    const { fileRunner } = await import("@mojob/file-runner");
    expect(() => fileRunner({ roots: { in: { folder: "relative" } } })).toThrow("absolute path");
    expect(() => fileRunner({ roots: { "In:x": { folder: "/srv" } } })).toThrow("lower-case letters");
    expect(() => fileRunner({ roots: {}, limits: { fileMb: 0 } })).toThrow('Limit "fileMb"');
  });
});

test("leftovers of an earlier attempt are removed by the next, those of other runs only once they are old", async () => {
  const { utimesSync } = await import("node:fs");
  const { PartNames } = await import("./folder/part-names.ts");
  const own = new PartNames("default/run-1", () => new Date()).next();
  const others = new PartNames("default/run-2", () => new Date());
  const [young, old] = [others.next(), others.next()];
  for (const name of [own, young, old]) writeFileSync(setup.path("out", name), "half");
  mkdirSync(setup.path("out", `${own}-folder`));
  setup.put(`out/${own}-folder/half`);
  // The clock of the tests may be at another date than the disk's.
  const now = Date.now() / 1000;
  utimesSync(setup.path("out", young), now, now);
  const weeks = (Date.now() - 8 * 24 * 60 * 60 * 1000) / 1000;
  utimesSync(setup.path("out", old), weeks, weeks);
  await setup.run({ do: "write", to: "out:a", text: "" }, { instanceId: "run-1", attempt: 2 });
  expect(setup.names("out")).toEqual([young, "a"].toSorted());
  expect((await setup.run({ do: "list", at: "out:" }))["count"]).toBe(1);
});
