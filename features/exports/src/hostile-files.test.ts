import { gunzipSync, gzipSync } from "node:zlib";
import { isMoJobError } from "@mojob/core";
import { beforeAll, describe, expect, it } from "vitest";
import { contentOf, sealed } from "@mojob/test-fixtures/exported-file";
import { anExporting, inParts, keptOf, NOTHING_KEPT, WHOLE } from "../fixtures/exporting.ts";
import { FILE_BOUNDS } from "./limits.ts";

type Line = Record<string, unknown>;

/** An export with one run that has a log and a file. */
let good: Uint8Array;

beforeAll(async () => {
  const one = await anExporting();
  await one.addRun(
    { id: "run-1", args: { day: "Monday" } },
    { log: ["begun", "ended"], files: { "out.csv": new TextEncoder().encode("a;b\n") } },
  );
  await one.addRun({ id: "run-2" });
  good = await one.fileOf(WHOLE);
});

/** The refusal of a file, of which nothing is kept then. */
async function refusal(file: Uint8Array): Promise<{ problem: unknown; line: unknown; message: string }> {
  const one = await anExporting();
  const importing = one.scheduler.archives.import("x.gz", inParts(file, 4096));
  const error: unknown = await importing.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isMoJobError(error, "archive_refused")) throw new Error("It was not refused", { cause: error });
  expect(await keptOf(one)).toEqual(NOTHING_KEPT);
  expect(await one.scheduler.archives.list()).toEqual([]);
  return { problem: error.parameters["problem"], line: error.parameters["line"], message: error.message };
}

const at = (lines: readonly Line[], type: string): Line => lines.find((line) => line["type"] === type)!;

/** A file with right hashes in which something was changed. */
function edited(change: (lines: Line[]) => readonly (Line | string)[] | void): Uint8Array {
  const lines = contentOf(good);
  return sealed(change(lines) ?? lines);
}

const run = (lines: readonly Line[]): Line => at(lines, "run")["run"] as Line;

describe("a file that was changed", () => {
  it("is read where it was only written again", async () => {
    const one = await anExporting();
    const archive = await one.scheduler.archives.import("x.gz", inParts(edited(() => {})));
    expect(archive.counts).toMatchObject({ runs: 2, logs: 2, files: 1 });
  });

  it("is refused whichever byte of its text is another one", async () => {
    const text = gunzipSync(good);
    const step = Math.max(1, Math.floor(text.length / 60));
    const places = Array.from(
      { length: Math.floor((text.length - 3) / step) },
      (_, place) => 3 + place * step,
    );
    // A digit of the first seal: the lines before it are as they were, which the last line says of them, too.
    const seal = text.indexOf('"type":"seal"');
    expect(seal).toBeGreaterThan(0);
    const digit = text
      .toString("latin1")
      .slice(seal)
      .search(/(?<="sha256":"[a-f]*)\d/);
    for (const index of [seal + digit, ...places]) {
      const changed = Buffer.from(text);
      changed[index] = changed[index]! ^ 1;
      await refusal(gzipSync(changed));
    }
  });

  it("is refused wherever it is cut off", async () => {
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      const { problem } = await refusal(good.subarray(0, Math.floor(good.length * share)));
      expect(["cut", "foreign", "changed"]).toContain(problem);
    }
    const lines = gunzipSync(good).toString("utf8").split("\n");
    expect(await refusal(gzipSync(`${lines.slice(0, -2).join("\n")}\n`))).toMatchObject({ problem: "cut" });
    expect(await refusal(gzipSync(lines.slice(0, 3).join("\n")))).toMatchObject({ problem: "cut" });
  });

  it("is refused where a line is missing, doubled, moved or behind the last one", async () => {
    const lines = gunzipSync(good).toString("utf8").split("\n").slice(0, -1);
    const again = (changed: readonly string[]) => refusal(gzipSync(`${changed.join("\n")}\n`));
    for (let index = 0; index < lines.length; index += 1) await again(lines.toSpliced(index, 1));
    for (let index = 0; index < lines.length; index += 1)
      await again(lines.toSpliced(index, 0, lines[index]!));
    expect(await again([...lines, lines[1]!])).toMatchObject({ problem: "foreign", line: lines.length + 1 });
  });
});

const CASES: readonly (readonly [name: string, problem: string, wanted: string, file: () => Uint8Array])[] = [
  ["nothing", "cut", "unexpected|last line|middle", () => new Uint8Array(0)],
  ["text that is no gzip", "foreign", "gzip", () => new TextEncoder().encode("hello")],
  ["gzip of something else", "foreign", "JSON", () => gzipSync("hello\n")],
  ["an empty gzip", "cut", "last line", () => gzipSync("")],
  ["JSON of something else", "foreign", "manifest", () => gzipSync('{"type":"run"}\n')],
  ["a list", "foreign", "object", () => gzipSync("[]\n")],
  ["text that is no UTF-8", "foreign", "UTF-8", () => gzipSync(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]))],
  [
    "a later version",
    "version",
    "newer version",
    () => edited((lines) => void (at(lines, "manifest")["formatVersion"] = 2)),
  ],
  [
    "another format",
    "invalid",
    "/format",
    () => edited((lines) => void (at(lines, "manifest")["format"] = "other")),
  ],
  [
    "a type of line that exports do not have",
    "foreign",
    "type of line",
    () => edited((lines) => [...lines, { type: "script" }]),
  ],
  [
    "the name of a method as a type",
    "foreign",
    "type of line",
    () => edited((lines) => [...lines, { type: "toString" }]),
  ],
  ["a second manifest", "foreign", "first line", () => edited((lines) => [...lines, lines[0]!])],
  [
    "sections in another order",
    "foreign",
    "come before",
    () => edited((lines) => [lines[0]!, ...lines.slice(1).toReversed()]),
  ],
  [
    "a run that is in it twice",
    "invalid",
    "/run/id",
    () => edited((lines) => lines.flatMap((line) => (line["type"] === "run" ? [line, line] : [line]))),
  ],
  ["a log without a run", "foreign", "its run", () => edited((lines) => [lines[0]!, at(lines, "log")])],
  [
    "a file without a run",
    "foreign",
    "its run",
    () => edited((lines) => [lines[0]!, at(lines, "file"), at(lines, "bytes")]),
  ],
  [
    "bytes without a file",
    "foreign",
    "their file",
    () => edited((lines) => lines.filter(({ type }) => type !== "file")),
  ],
  [
    "a file without its bytes",
    "cut",
    "more bytes",
    () => edited((lines) => lines.filter(({ type }) => type !== "bytes")),
  ],
  [
    "a file with other bytes",
    "changed",
    "hash of the file",
    () => edited((lines) => void (at(lines, "bytes")["data"] = btoa("a;c\n"))),
  ],
  [
    "a file with more bytes than it says",
    "changed",
    "no more",
    () => edited((lines) => void (at(lines, "bytes")["data"] = btoa("a;b\nmore"))),
  ],
  [
    "bytes that are no Base64",
    "invalid",
    "Base64",
    () => edited((lines) => void (at(lines, "bytes")["data"] = "!!!!")),
  ],
  ...["../../etc/passwd", "/etc/passwd", "a\\b", "..", "a\0b", "a\u202Eb", "", "x".repeat(300)].map(
    (name) =>
      [
        `the file name ${JSON.stringify(name).slice(0, 40)}`,
        "invalid",
        "/name",
        () => edited((lines) => void (at(lines, "file")["name"] = name)),
      ] as const,
  ),
  [
    "two files of one name",
    "invalid",
    "one file of a name",
    () =>
      edited((lines) =>
        lines.flatMap((line) => (line["type"] === "bytes" ? [line, at(lines, "file"), line] : [line])),
      ),
  ],
  [
    "an unknown member",
    "invalid",
    "/run/dispatchId",
    () => edited((lines) => void (run(lines)["dispatchId"] = "x")),
  ],
  [
    "a tenant of its own",
    "invalid",
    "/run/tenant",
    () => edited((lines) => void (run(lines)["tenant"] = "globex")),
  ],
  ["a run without an id", "invalid", "/run/id", () => edited((lines) => void delete run(lines)["id"])],
  [
    "an id with a line break",
    "invalid",
    "/run/id",
    () => edited((lines) => void (run(lines)["id"] = "a\nb")),
  ],
  [
    "an id of two megabytes",
    "invalid",
    "/run/id",
    () => edited((lines) => void (run(lines)["id"] = "x".repeat(2_000_000))),
  ],
  [
    "a state that there is not",
    "invalid",
    "/run/state",
    () => edited((lines) => void (run(lines)["state"] = "Fine")),
  ],
  [
    "a time that there is not",
    "invalid",
    "/run/createdAt",
    () => edited((lines) => void (run(lines)["createdAt"] = "2026-13-01T00:00:00Z")),
  ],
  [
    "a time as a number",
    "invalid",
    "/run/createdAt",
    () => edited((lines) => void (run(lines)["createdAt"] = 1e20)),
  ],
  [
    "a reason that there is not",
    "invalid",
    "/run/reason",
    () => edited((lines) => void (run(lines)["reason"] = { code: "because" })),
  ],
  [
    "a reason whose sentence cannot be made",
    "invalid",
    "/run/reason",
    () =>
      edited(
        (lines) =>
          void (run(lines)["reason"] = { code: "attempt_failed", parameters: { attempt: 1, failure: null } }),
      ),
  ],
  [
    "a log whose numbers do not ascend",
    "invalid",
    "ascend",
    () =>
      edited((lines) => {
        const log = at(lines, "log");
        log["lines"] = (log["lines"] as unknown[]).toReversed();
      }),
  ],
  [
    "a log line of another shape",
    "invalid",
    "/lines",
    () => edited((lines) => void (at(lines, "log")["lines"] = [[1, "x"]])),
  ],
  [
    "a key that reaches the prototype",
    "invalid",
    "JSON",
    () =>
      edited((lines) =>
        lines.map((line) =>
          line["type"] === "run" ? JSON.stringify(line).replace('"day"', '"__proto__"') : line,
        ),
      ),
  ],
  [
    "that key, escaped",
    "invalid",
    "JSON",
    () =>
      edited((lines) =>
        lines.map((line) =>
          line["type"] === "run" ? JSON.stringify(line).replace('"day"', '"\\u005f_proto__"') : line,
        ),
      ),
  ],
  [
    "arguments that are too deep",
    "invalid",
    "/run/args",
    () => edited((lines) => void (run(lines)["args"] = JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`))),
  ],
  [
    "a hundred thousand brackets",
    "",
    "",
    () =>
      edited((lines) =>
        lines.map((line) =>
          line["type"] === "run"
            ? JSON.stringify(line).replace('"Monday"', `${"[".repeat(100_000)}${"]".repeat(100_000)}`)
            : line,
        ),
      ),
  ],
  [
    "a sample of an odd name",
    "invalid",
    "/name",
    () => edited((lines) => [...lines, { type: "sample", name: "../x", sample: {} }]),
  ],
  [
    "a worker without an app",
    "invalid",
    "/worker",
    () => edited((lines) => void (at(lines, "worker")["worker"] = { id: "w" })),
  ],
  [
    "a line that is longer than a line may be",
    "too_large",
    "a line has at most",
    () => edited((lines) => void (run(lines)["result"] = "x".repeat(FILE_BOUNDS.lineBytes))),
  ],
  [
    "spaces that unpack to a thousand times their size",
    "too_large",
    "a line has at most",
    () => gzipSync(" ".repeat(64 * 1024 * 1024)),
  ],
  [
    "lines that unpack to a thousand times their size",
    "too_large",
    "times its size",
    () =>
      edited((lines) => [
        ...lines.slice(0, -1),
        ...Array.from({ length: 3000 }, (_, index) => ({
          type: "act",
          act: { id: `a${index}`, at: "x", kind: "run", note: " ".repeat(30_000) },
        })),
        lines.at(-1)!,
      ]),
  ],
];

describe("a file that somebody made who knows the format", () => {
  it.each(CASES)(
    "is refused with %s, and the message says what was wanted",
    { timeout: 60_000 },
    async (_, problem, wanted, file) => {
      const found = await refusal(file());
      if (problem !== "") expect(found.problem).toBe(problem);
      expect(found.message).toMatch(new RegExp(wanted));
    },
  );
});

describe("an import", () => {
  it("that breaks off leaves nothing behind", async () => {
    const one = await anExporting();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield good.subarray(0, Math.floor(good.length / 2));
      throw new Error("The connection is gone");
    };
    await expect(one.scheduler.archives.import("x.gz", broken())).rejects.toThrow("The connection is gone");
    expect(await keptOf(one)).toEqual(NOTHING_KEPT);
  });

  it("of the same file twice makes two archives, and removing one leaves the other", async () => {
    const one = await anExporting();
    const { archives } = one.scheduler;
    const [first, second] = [
      await archives.import("a.gz", inParts(good)),
      await archives.import("b.gz", inParts(good)),
    ];
    await archives.remove(first.id);
    expect((await archives.list()).map(({ id }) => id)).toEqual([second.id]);
    expect((await archives.runs(second.id, {}, { limit: 10 })).items.length).toBe(2);
    await archives.remove(second.id);
    expect(await keptOf(one)).toEqual(NOTHING_KEPT);
  });
});
