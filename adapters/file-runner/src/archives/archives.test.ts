import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { FileValue, JsonObject } from "@mojob/core/ports";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileSetup } from "../../fixtures/file-setup.ts";
import { type MadeEntry, type MadeTarEntry, tarOf, zipOf } from "../../fixtures/zip-maker.ts";

let setup: FileSetup;
beforeEach(() => {
  setup = new FileSetup();
});
afterEach(() => setup.remove());

const MB = 1024 * 1024;
const FORMATS = ["zip", "tar.gz"] as const;
const unpack = (bytes: Uint8Array, format: string, more: object = {}): Promise<JsonObject> => {
  setup.put("in/archive", bytes);
  return setup.run({ do: "unpack", from: "in:archive", to: "out:content", format, ...more });
};

/** Everything below a folder, by its path. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const entries = names.map((entry) => {
    const path = `${entry.parentPath}/${entry.name}`;
    return [path.slice(folder.length + 1), entry.isDirectory() ? "/" : readFileSync(path, "latin1")] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each(FORMATS)("%s", (format) => {
  test("what is packed is unpacked as it was, from a root and from a stored file", async () => {
    setup.put("in/tree/a.txt", "1");
    setup.put("in/tree/deep/报告 2.csv", "x".repeat(300_000));
    setup.put("in/tree/empty", "");
    mkdirSync(setup.path("in/tree/nothing"));
    const packed = await setup.run({ do: "pack", from: "in:tree", to: "out:a/tree.archive", format });
    expect(packed).toMatchObject({ path: "out:a/tree.archive", files: 3, folders: 2 });
    const work = { do: "unpack", from: "out:a/tree.archive", to: "out:b/content", format };
    expect(await setup.run(work)).toEqual({ path: "out:b/content", files: 3, folders: 2, size: 300_001 });
    expect(treeOf(setup.path("out/b/content"))).toEqual(treeOf(setup.path("in/tree")));
    await expect(setup.run(work)).rejects.toMatchObject({ code: "file_exists" });
    await setup.run({ ...work, ifExists: "replace" });

    const { file } = await setup.run({
      do: "pack",
      from: "in:tree",
      match: "*.csv",
      to: { store: "csv" },
      format,
    });
    const stored = { do: "unpack", from: { stored: "args" }, to: "out:c", format };
    expect(await setup.run(stored, { args: file as FileValue })).toMatchObject({ files: 1 });
    expect(Object.keys(treeOf(setup.path("out/c")))).toEqual(["deep", "deep/报告 2.csv"]);
    await setup.run({ do: "pack", from: "in:tree/a.txt", to: "out:one", format });
    await setup.run({ do: "unpack", from: "out:one", to: "out:d", format });
    expect(treeOf(setup.path("out/d"))).toEqual({ "a.txt": "1" });
    expect(setup.names("out")).toEqual(["a", "b", "c", "d", "one"]);
  });

  test("other programs read what is packed, and what they pack is unpacked", async () => {
    setup.put("in/tree/a.txt", "1");
    setup.put("in/tree/deep/b.txt", "2");
    await setup.run({ do: "pack", from: "in:tree", to: "out:own", format });
    const [own, other] = [setup.path("out/own"), setup.path("in/other")];
    const python = format === "zip" ? ["zipfile", own] : ["tarfile", own];
    const listed = execFileSync("python3", ["-m", python[0] ?? "", "-l", own], { encoding: "utf8" });
    expect(listed).toContain("deep/b.txt");
    if (format === "zip")
      execFileSync("python3", ["-m", "zipfile", "-c", other, "a.txt", "deep"], {
        cwd: setup.path("in/tree"),
      });
    else execFileSync("tar", ["-czf", other, "."], { cwd: setup.path("in/tree") });
    await setup.run({ do: "unpack", from: "in:other", to: "out:content", format });
    expect(treeOf(setup.path("out/content"))).toEqual(treeOf(setup.path("in/tree")));
  });

  test("any tree comes back as it was", { timeout: 60_000 }, async () => {
    const name = fc
      .stringMatching(/^[a-cé世 .-]{1,6}$/)
      .filter((one) => !/^\.+$/.test(one) && one === one.normalize("NFC"));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    const content = fc.uint8Array({ maxLength: 2000 });
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(path, content, { maxKeys: 8 }), async (files) => {
        turn += 1;
        const tree = `in/${turn}`;
        mkdirSync(setup.path(tree));
        for (const [file, bytes] of Object.entries(files)) {
          try {
            setup.put(`${tree}/${file}`, bytes);
          } catch {
            // A file of the same name is in the way.
          }
        }
        await setup.run({ do: "pack", from: `in:${turn}`, to: `out:${turn}.a`, format });
        await setup.run({ do: "unpack", from: `out:${turn}.a`, to: `out:${turn}`, format });
        expect(treeOf(setup.path(`out/${turn}`))).toEqual(treeOf(setup.path(tree)));
      }),
      { numRuns: 30 },
    );
  });

  test("what is no archive, or a part of one, leaves nothing", async () => {
    setup.put("in/tree/a.txt", "1".repeat(5000));
    setup.put("in/tree/b.txt", String(Math.PI).repeat(500));
    await setup.run({ do: "pack", from: "in:tree", to: "out:whole", format });
    const whole = readFileSync(setup.path("out/whole"));
    for (const bytes of [
      new Uint8Array(),
      Buffer.from("no archive"),
      whole.subarray(0, whole.length - 30),
      whole.subarray(10),
    ])
      await expect(unpack(bytes, format)).rejects.toMatchObject({ code: "unpack_refused" });
    expect(setup.names("out")).toEqual(["whole"]);
  });

  test("links and devices are not packed", async () => {
    setup.put("in/tree/a.txt", "1");
    symlinkSync("/etc/passwd", setup.path("in/tree/link"));
    await expect(setup.run({ do: "pack", from: "in:tree", to: "out:a", format })).rejects.toMatchObject({
      code: "path_refused",
    });
    expect(setup.names("out")).toEqual([]);
  });
});

const NAMES = [
  "../evil",
  "a/../../evil",
  "/evil",
  "C:/evil",
  "C:evil",
  "a\\..\\evil",
  "a//b",
  "a/./b",
  "a\0b",
  "a\nb",
  "\uFF0E\uFF0E/evil",
  "a\u2215b",
  "a\u202Eb",
  ".mojob-part-1",
  "x".repeat(256),
];
const GOOD = { name: "first.txt", content: "first" };

describe("an archive of an attacker leaves nothing", () => {
  test.each(NAMES)("with an entry called %j", async (name) => {
    await expect(unpack(zipOf([GOOD, { name, content: "evil" }]), "zip")).rejects.toMatchObject({
      code: "unpack_refused",
    });
    // A header of tar ends a name at the first NUL, and has place for 100 bytes.
    if (!name.includes("\0") && name.length <= 100)
      await expect(
        unpack(gzipSync(tarOf([GOOD, { name, content: "evil" }])), "tar.gz"),
      ).rejects.toMatchObject({ code: "unpack_refused" });
    expect([setup.names("out"), setup.names("beside")]).toEqual([[], []]);
  });

  test.each<readonly [string, readonly MadeEntry[]]>([
    ["a link", [{ name: "link", content: "/etc/passwd", mode: 0o120_777 }]],
    ["a device", [{ name: "null", mode: 0o020_666 }]],
    ["one name twice", [{ name: "first.txt" }]],
    ["one name in two forms", [{ name: "e\u0301" }, { name: "\u00e9" }]],
    ["a file that is a folder", [{ name: "first.txt/b" }]],
    ["a folder that is a file", [{ name: "a/b" }, { name: "a" }]],
    ["an encrypted entry", [{ name: "a", flags: 0x801 }]],
    ["a method that is not known", [{ name: "a", method: 12, content: "x" }]],
    ["a folder with content", [{ name: "a/", content: "x" }]],
    ["a smaller size than is true", [{ name: "a", content: "x".repeat(1000), size: 10 }]],
    ["a larger size than is true", [{ name: "a", content: "x", size: 1000 }]],
    ["another checksum", [{ name: "a", content: "x", crc: 1 }]],
  ])("as zip with %s", async (_, entries) => {
    await expect(unpack(zipOf([GOOD, ...entries]), "zip")).rejects.toMatchObject({ code: "unpack_refused" });
    expect(setup.names("out")).toEqual([]);
  });

  test.each<readonly [string, readonly MadeTarEntry[]]>([
    ["a link", [{ name: "link", type: "2", link: "/etc/passwd" }]],
    ["a hard link", [{ name: "link", type: "1", link: "first.txt" }]],
    ["a device", [{ name: "null", type: "3" }]],
    ["a pipe", [{ name: "pipe", type: "6" }]],
    ["one name twice", [{ name: "first.txt" }]],
    ["a file that is a folder", [{ name: "first.txt/b" }]],
    [
      "a link over a folder",
      [
        { name: "a", type: "2", link: "/tmp" },
        { name: "a/b", content: "evil" },
      ],
    ],
    [
      "a long name that leads elsewhere",
      [{ name: "././@LongLink", type: "L", content: `${"a/".repeat(80)}../../evil\0` }, { name: "short" }],
    ],
    ["an entry that is not there as a whole", [{ name: "a", content: "x", size: 100_000 }]],
  ])("as tar with %s", async (_, entries) => {
    await expect(unpack(gzipSync(tarOf([GOOD, ...entries])), "tar.gz")).rejects.toMatchObject({
      code: "unpack_refused",
    });
    expect(setup.names("out")).toEqual([]);
  });
});

describe("a bomb is known before its first byte is written", () => {
  const TOO_LARGE = { code: "file_too_large" };

  test("by how much larger it becomes", async () => {
    const zeros = new Uint8Array(20 * MB);
    await expect(unpack(zipOf([GOOD, { name: "zeros", content: zeros }]), "zip")).rejects.toMatchObject(
      TOO_LARGE,
    );
    await expect(
      unpack(gzipSync(tarOf([GOOD, { name: "zeros", content: zeros }])), "tar.gz"),
    ).rejects.toMatchObject(TOO_LARGE);
    await expect(unpack(gzipSync(new Uint8Array(200 * MB)), "tar.gz")).rejects.toThrow();
    expect(setup.names("out")).toEqual([]);
  });

  test("by entries that lie over each other, and by a size that is only stated", async () => {
    const small = { name: "a", content: "x" };
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...small,
      name: `${index}`,
      size: 0xffff_fff0,
    }));
    await expect(unpack(zipOf(many), "zip")).rejects.toMatchObject(TOO_LARGE);
    await expect(
      unpack(gzipSync(tarOf([{ name: "a", size: 8 * 1024 * MB - 1 }])), "tar.gz"),
    ).rejects.toMatchObject(TOO_LARGE);
    expect(setup.names("out")).toEqual([]);
  });

  test("by the number of its entries, and of folders that only stand in names", async () => {
    const empty = (index: number): { name: string } => ({ name: `${index}` });
    const many = Array.from({ length: 10_001 }, (_, index) => empty(index));
    await expect(unpack(zipOf(many), "zip")).rejects.toMatchObject(TOO_LARGE);
    await expect(unpack(gzipSync(tarOf(many)), "tar.gz")).rejects.toMatchObject(TOO_LARGE);
    const deep = Array.from({ length: 300 }, (_, index) => ({ name: `${index}/${"a/".repeat(40)}b` }));
    await expect(unpack(zipOf(deep), "zip")).rejects.toMatchObject(TOO_LARGE);
    expect(setup.names("out")).toEqual([]);
  });

  test("by its sum", async () => {
    setup.remove();
    setup = new FileSetup({ limits: { totalMb: 1, archiveRatio: 10_000 } });
    const half = new Uint8Array(0.7 * MB);
    for (const [format, bytes] of [
      [
        "zip",
        zipOf([
          { name: "a", content: half },
          { name: "b", content: half },
        ]),
      ],
      [
        "tar.gz",
        gzipSync(
          tarOf([
            { name: "a", content: half },
            { name: "b", content: half },
          ]),
        ),
      ],
    ] as const)
      await expect(unpack(bytes, format)).rejects.toMatchObject(TOO_LARGE);
    expect(setup.names("out")).toEqual([]);
  });
});
