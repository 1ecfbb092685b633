import { createHash } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import type { FileValue } from "@mojob/core/ports";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileSetup } from "../../fixtures/file-setup.ts";
import { PartNames } from "../folder/part-names.ts";

let setup: FileSetup;
beforeEach(() => {
  setup = new FileSetup();
});
afterEach(() => setup.remove());

const code = (name: string): object => expect.objectContaining({ code: name }) as object;

describe("read", () => {
  test("results in a short text as it is", async () => {
    setup.put("in/a.txt", "\uFEFFgrün 👩‍🚀\r\n");
    expect(await setup.run({ do: "read", from: "in:a.txt" })).toEqual({
      text: "\uFEFFgrün 👩‍🚀\r\n",
      size: 22,
    });
  });

  test("stores what is long, is no text, or is wanted as a file", async () => {
    setup.put("in/long.txt", "x".repeat(256 * 1024 + 1));
    setup.put("in/bytes", new Uint8Array([0xff, 0xfe, 0]));
    setup.put("in/escaped.txt", "\u0001".repeat(200_000));
    setup.put("in/a.txt", "a");
    for (const [name, as] of [["long.txt"], ["bytes"], ["escaped.txt"], ["a.txt", "file"]]) {
      const result = await setup.run({ do: "read", from: `in:${name}`, ...(as !== undefined && { as }) });
      const file = result["file"] as FileValue;
      expect(file.name).toBe(name);
      expect(Buffer.from(setup.files.bytesOf(file))).toEqual(readFileSync(setup.path("in", name ?? "")));
    }
  });

  test("fails where text alone is wanted, and there is none", async () => {
    setup.put("in/long.txt", "x".repeat(256 * 1024 + 1));
    setup.put("in/bytes", new Uint8Array([0xff]));
    setup.put("in/escaped.txt", "\u0001".repeat(200_000));
    const text = (name: string) => setup.run({ do: "read", from: `in:${name}`, as: "text" });
    await expect(text("long.txt")).rejects.toEqual(code("file_too_large"));
    for (const name of ["bytes", "escaped.txt"])
      await expect(text(name)).rejects.toEqual(code("file_unavailable"));
    setup.put("in/a.txt", "a");
    expect(await text("a.txt")).toEqual({ text: "a", size: 1 });
  });

  test("a stored file among the arguments is read as one of a root", async () => {
    const report = setup.files.put("report.csv", "a,b\n");
    const result = await setup.run(
      { do: "read", from: { stored: "args.day.report" } },
      { args: { day: { report } } },
    );
    expect(result).toEqual({ text: "a,b\n", size: 4 });
    await expect(
      setup.run({ do: "read", from: { stored: "args.day" } }, { args: { day: "in:a" } }),
    ).rejects.toThrow('reads the stored file "args.day", and that argument is none');
  });
});

test("arguments stand in paths, and one that is missing is named", async () => {
  setup.put("in/2026/7.csv", "x");
  const work = { do: "read", from: "in:{args.year}/{args.id}.csv" };
  expect(await setup.run(work, { args: { year: "2026", id: 7 } })).toMatchObject({ text: "x" });
  await expect(setup.run(work, { args: { year: "2026" } })).rejects.toThrow('reads "args.id"');
});

test("exists says what there is, and nothing where the way to it is not there", async () => {
  setup.put("in/a/b.txt", "12345");
  expect(await setup.run({ do: "exists", at: "in:a/b.txt" })).toMatchObject({
    exists: true,
    type: "file",
    size: 5,
  });
  expect(await setup.run({ do: "exists", at: "in:a" })).toMatchObject({ exists: true, type: "folder" });
  expect(await setup.run({ do: "exists", at: "in:" })).toEqual({ exists: true, type: "folder" });
  for (const path of ["none", "none/b", "a/b.txt/c"])
    expect(await setup.run({ do: "exists", at: `in:${path}` })).toEqual({ exists: false });
});

describe("write", () => {
  test("makes the folders on the way, and a text or bytes", async () => {
    const work = { do: "write", to: "out:a/b/c.txt", text: "Hello {args.name}, {name}" };
    expect(await setup.run(work, { args: { name: "Ada" } })).toEqual({ path: "out:a/b/c.txt", size: 17 });
    expect(setup.text("out/a/b/c.txt")).toBe("Hello Ada, {name}");
    await setup.run({ do: "write", to: "out:d", text: "AP/+", encoding: "base64" });
    expect([...readFileSync(setup.path("out/d"))]).toEqual([0, 255, 254]);
    await expect(setup.run({ do: "write", to: "out:e", text: "A", encoding: "base64" })).rejects.toThrow(
      "no base64",
    );
    const stored = await setup.run(
      { do: "write", to: { store: "{args.day}.txt" }, text: "x" },
      { args: { day: "monday" } },
    );
    expect(stored).toMatchObject({ file: { name: "monday.txt" }, size: 1 });
  });

  test("leaves, replaces or continues what is there, as the job says", async () => {
    const write = (text: string, ifExists?: string) =>
      setup.run({ do: "write", to: "out:a", text, ...(ifExists !== undefined && { ifExists }) });
    await write("1", "append");
    await expect(write("2")).rejects.toEqual(code("file_exists"));
    expect(setup.text("out/a")).toBe("1");
    await write("3", "replace");
    await write("4", "append");
    expect(setup.text("out/a")).toBe("34");
    mkdirSync(setup.path("out/folder"));
    await expect(setup.run({ do: "write", to: "out:folder", text: "", ifExists: "replace" })).rejects.toEqual(
      code("file_exists"),
    );
    expect(setup.names("out")).toEqual(["a", "folder"]);
  });
});

test("copy and move take a file along, between roots and to stored files", async () => {
  setup.put("in/a", "content");
  expect(await setup.run({ do: "copy", from: "in:a", to: "out:b" })).toEqual({ path: "out:b", size: 7 });
  await expect(setup.run({ do: "copy", from: "in:a", to: "out:b" })).rejects.toEqual(code("file_exists"));
  await setup.run({ do: "copy", from: "in:a", to: "out:b", ifExists: "replace" });
  const { file } = await setup.run({ do: "copy", from: "in:a", to: { store: "a" } });
  expect(setup.files.textOf(file as FileValue)).toBe("content");
  expect(await setup.run({ do: "move", from: "out:b", to: "out:c/d" })).toEqual({ path: "out:c/d" });
  expect(setup.names("out")).toEqual(["c"]);
  setup.put("out/e", "other");
  await expect(setup.run({ do: "move", from: "out:c/d", to: "out:e" })).rejects.toEqual(code("file_exists"));
  await setup.run({ do: "move", from: "out:c/d", to: "out:e", ifExists: "replace" });
  expect(setup.text("out/e")).toBe("content");
  await setup.run({ do: "move", from: "out:c", to: "out:f" });
  expect(setup.names("out")).toEqual(["e", "f"]);
  await expect(setup.run({ do: "move", from: "out:none", to: "out:g" })).rejects.toEqual(
    code("file_unavailable"),
  );
});

test("a move that was killed between its two steps is finished by the next attempt", async () => {
  setup.put("out/a", "content");
  linkSync(setup.path("out/a"), setup.path("out/b"));
  expect(await setup.run({ do: "move", from: "out:a", to: "out:b" })).toEqual({ path: "out:b" });
  expect([setup.names("out"), setup.text("out/b")]).toEqual([["b"], "content"]);
});

test("a file that was killed between its two names is made again by the next attempt, and by no other run", async () => {
  const part = new PartNames("default/run-1", () => new Date()).next();
  const kill = (): void => {
    setup.put(`out/${part}`, "first");
    // The clock of the tests may be at another date than the disk's.
    utimesSync(setup.path("out", part), Date.now() / 1000, Date.now() / 1000);
    linkSync(setup.path("out", part), setup.path("out/a"));
  };
  kill();
  const write = (instanceId: string) =>
    setup.run({ do: "write", to: "out:a", text: "second" }, { instanceId, attempt: 2 });
  await expect(write("run-2")).rejects.toEqual(code("file_exists"));
  await write("run-1");
  expect([setup.names("out"), setup.text("out/a")]).toEqual([["a"], "second"]);
});

test("a move to another file system copies the file and removes it", async () => {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return;
  const { mkdtempSync, rmSync, statSync } = await import("node:fs");
  const other = mkdtempSync(`${memory}/mojob-`);
  try {
    if (statSync(other).dev === statSync(setup.folder).dev) return;
    const { fileRunner } = await import("@mojob/file-runner");
    const { aWorkAttempt } = await import("@mojob/contract-tests");
    const runner = fileRunner({ roots: { a: { folder: setup.path("out") }, b: { folder: other } } });
    setup.put("out/x", "content");
    const work = { kind: "file", do: "move", from: "a:x", to: "b:y" } as never;
    expect(await runner.run(aWorkAttempt(work).attempt)).toEqual({ path: "b:y" });
    expect([setup.names("out"), readFileSync(`${other}/y`, "utf8")]).toEqual([[], "content"]);
  } finally {
    rmSync(other, { recursive: true });
  }
});

test("remove takes a file, an empty folder, or all below where the job says so", async () => {
  setup.put("out/a");
  setup.put("out/b/c/d");
  mkdirSync(setup.path("out/e"));
  expect(await setup.run({ do: "remove", at: "out:a" })).toEqual({ removed: 1 });
  expect(await setup.run({ do: "remove", at: "out:e" })).toEqual({ removed: 1 });
  await expect(setup.run({ do: "remove", at: "out:b" })).rejects.toThrow('"recursive" removes all below');
  expect(await setup.run({ do: "remove", at: "out:b", recursive: true })).toEqual({ removed: 3 });
  await expect(setup.run({ do: "remove", at: "out:a" })).rejects.toEqual(code("file_unavailable"));
  for (const at of ["out:a", "out:none/a"])
    expect(await setup.run({ do: "remove", at, ifMissing: "pass" })).toEqual({ removed: 0 });
  await expect(setup.run({ do: "remove", at: "out:", recursive: true })).rejects.toThrow(
    "it is the root itself",
  );
  expect(setup.names("out")).toEqual([]);
});

test("concat joins files as they are stated, and those of a folder by their names", async () => {
  setup.put("in/b.csv", "2\n");
  setup.put("in/a.csv", "1\n");
  setup.put("in/deep/c.csv", "3\n");
  setup.put("in/large.csv", "x".repeat(100_000));
  setup.put("in/z.txt", "no");
  const args = { report: setup.files.put("r", "stored\n") };
  const listed = {
    do: "concat",
    from: ["in:b.csv", { stored: "args.report" }, { root: "in", path: "a.csv" }],
    separator: "--\n",
  };
  expect(await setup.run({ ...listed, to: "out:a" }, { args })).toEqual({
    path: "out:a",
    size: 17,
    files: 3,
  });
  expect(setup.text("out/a")).toBe("2\n--\nstored\n--\n1\n");
  const { files, size } = await setup.run({ do: "concat", from: "in:", match: "*.csv", to: "out:b" });
  expect([files, size, setup.text("out/b").slice(0, 4)]).toEqual([3, 100_004, "1\n2\n"]);
  await setup.run({ do: "concat", from: "in:", match: "?.csv", recursive: true, to: "out:c" });
  expect(setup.text("out/c")).toBe("1\n2\n3\n");
  expect(await setup.run({ do: "concat", from: "in:", match: "none", to: { store: "empty" } })).toMatchObject(
    { size: 0, files: 0 },
  );
});

test("split cuts by lines, bytes and a marker into a folder of its own", async () => {
  setup.put("in/a", "1\n2\n3\n4");
  expect(
    await setup.run({ do: "split", from: "in:a", to: "out:lines", by: { lines: 2 }, name: "{n}.txt" }),
  ).toEqual({
    path: "out:lines",
    count: 2,
    size: 7,
    parts: [
      { name: "0001.txt", size: 4 },
      { name: "0002.txt", size: 3 },
    ],
  });
  await setup.run({ do: "split", from: "in:a", to: "out:bytes", by: { bytes: 3 } });
  expect(setup.names("out/bytes").map((name) => setup.text(`out/bytes/${name}`))).toEqual([
    "1\n2",
    "\n3\n",
    "4",
  ]);
  await setup.run({ do: "split", from: "in:a", to: "out:marker", by: { marker: "2\n" } });
  expect(setup.names("out/marker").map((name) => setup.text(`out/marker/${name}`))).toEqual([
    "1\n2\n",
    "3\n4",
  ]);
  await expect(setup.run({ do: "split", from: "in:a", to: "out:lines", by: { lines: 2 } })).rejects.toEqual(
    code("file_exists"),
  );
  await setup.run({ do: "split", from: "in:a", to: "out:lines", by: { lines: 9 }, ifExists: "replace" });
  expect(setup.names("out/lines")).toEqual(["part-0001"]);
  expect(setup.names("out")).toEqual(["bytes", "lines", "marker"]);
});

test("checksum has the three algorithms, and fails where another is expected", async () => {
  setup.put("in/a", "abc");
  for (const [algorithm, name] of [
    ["sha-256", "sha256"],
    ["sha-1", "sha1"],
    ["md5", "md5"],
  ] as const) {
    const checksum = createHash(name).update("abc").digest("hex");
    expect(await setup.run({ do: "checksum", from: "in:a", algorithm })).toEqual({
      algorithm,
      checksum,
      size: 3,
    });
    const work = { do: "checksum", from: "in:a", algorithm, expect: "{args.sum}" };
    await setup.run(work, { args: { sum: ` ${checksum.toUpperCase()}\n` } });
    await expect(setup.run(work, { args: { sum: "0" } })).rejects.toEqual(code("checksum_differs"));
  }
});

test("list has names, sizes and times by names, and stores a long list", async () => {
  setup.put("in/b.csv", "12");
  setup.put("in/a/c.csv", "345");
  const { entries, ...sums } = await setup.run({ do: "list", at: "in:" });
  expect(sums).toEqual({ count: 2, size: 2 });
  expect(entries).toMatchObject([
    { path: "a", type: "folder" },
    { path: "b.csv", type: "file", size: 2, modified: expect.stringMatching(/^\d{4}-.*Z$/) as string },
  ]);
  const deep = await setup.run({ do: "list", at: "in:", recursive: true, match: "*.csv" });
  expect(deep).toMatchObject({ count: 2, size: 5, entries: [{ path: "a/c.csv" }, { path: "b.csv" }] });
  for (let index = 0; index < 1001; index += 1) setup.put(`in/many/${index}`);
  const { file, count } = await setup.run({ do: "list", at: "in:many" });
  expect(count).toBe(1001);
  expect(
    setup.files
      .textOf(file as FileValue)
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { path: string }).path),
  ).toEqual(setup.names("in/many"));
});

test("what the worker's user may not do is no error of the system", async () => {
  if (process.getuid?.() === 0) return;
  chmodSync(setup.path("out"), 0o500);
  await expect(setup.run({ do: "write", to: "out:a", text: "" })).rejects.toEqual(code("path_refused"));
  chmodSync(setup.path("out"), 0o700);
});
