import { readdirSync, readFileSync, statSync } from "node:fs";
import type { JsonObject } from "@mojob/core/ports";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";
import { bytesCutter, type Cutter, markerCutter } from "./operations/cut.ts";
import { matches } from "./place/glob.ts";

let setup: FileSetup;
beforeEach(() => {
  setup = new FileSetup();
});
afterEach(() => setup.remove());

const by = fc.oneof(
  fc.record({ lines: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ bytes: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ marker: fc.constantFrom("\n", "ab", "aa", "aba", "世") }),
);
const content = fc
  .array(fc.constantFrom("a", "b", "ab", "\n", "世", "\u0000", "x".repeat(97)), { maxLength: 60 })
  .map((parts) => parts.join(""));

test("the parts of a file, joined, are the file", { timeout: 60_000 }, async () => {
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(content, by, async (text, cut) => {
      turn += 1;
      setup.put(`in/${turn}`, text);
      const { count } = await setup.run({ do: "split", from: `in:${turn}`, to: `out:${turn}`, by: cut });
      expect(count).toBe(setup.names(`out/${turn}`).length);
      const { size } = await setup.run({ do: "concat", from: `out:${turn}`, to: `out:${turn}.all` });
      expect([setup.text(`out/${turn}.all`), size]).toEqual([text, Buffer.byteLength(text)]);
    }),
    { numRuns: 60 },
  );
});

/** Parts as JavaScript's own texts have them. */
function partsOf(text: string, cut: { lines?: number; bytes?: number; marker?: string }): readonly string[] {
  if (cut.bytes !== undefined) {
    const bytes = Buffer.from(text);
    const starts = Array.from(
      { length: Math.ceil(bytes.length / cut.bytes) },
      (_, index) => index * (cut.bytes ?? 1),
    );
    return starts.map((start) => bytes.subarray(start, start + (cut.bytes ?? 1)).toString("latin1"));
  }
  const marker = cut.marker ?? "\n";
  const pieces = text
    .split(marker)
    .map((piece, index, all) => (index < all.length - 1 ? piece + marker : piece))
    .filter((piece) => piece !== "");
  const every = cut.lines ?? 1;
  const groups = Array.from({ length: Math.ceil(pieces.length / every) }, (_, index) =>
    pieces.slice(index * every, (index + 1) * every).join(""),
  );
  return groups.map((group) => Buffer.from(group).toString("latin1"));
}

test("a file is cut where a plain reading of it says, whatever pieces it comes in", () => {
  fc.assert(
    fc.property(
      content,
      by,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      (text, cut, sizes) => {
        const encoder = new TextEncoder();
        const cutter: Cutter =
          "bytes" in cut
            ? bytesCutter(cut.bytes)
            : "lines" in cut
              ? markerCutter(encoder.encode("\n"), cut.lines)
              : markerCutter(encoder.encode(cut.marker), 1);
        const bytes = Buffer.from(text);
        const parts: string[] = [];
        let open = "";
        for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
          const end = from + (sizes[turn % sizes.length] ?? 1);
          for (const piece of cutter.push(bytes.subarray(from, end))) {
            open += Buffer.from(piece.bytes).toString("latin1");
            if (piece.isEnd) parts.push(open);
            if (piece.isEnd) open = "";
          }
          from = end;
        }
        open += Buffer.from(cutter.rest()).toString("latin1");
        if (open !== "") parts.push(open);
        expect(parts).toEqual(partsOf(text, cut));
      },
    ),
    { numRuns: 2000 },
  );
});

test("a list is what the system's own reading of the folder says", { timeout: 60_000 }, async () => {
  const name = fc.stringMatching(/^[abé世 .-]{1,5}$/).filter((one) => !/^\.+$/.test(one));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(path, { maxLength: 10 }), fc.boolean(), async (paths, recursive) => {
      turn += 1;
      const folder = `in/${turn}`;
      setup.put(`${folder}/a/first`, "12");
      for (const one of paths) {
        try {
          setup.put(`${folder}/${one}`, one);
        } catch {
          // A file of the same name is in the way.
        }
      }
      const all = readdirSync(setup.path(folder), { recursive }).map(String);
      const inOrder = all
        .map((one) => one.split("/"))
        .toSorted(compareNames)
        .map((names) => names.join("/"));
      const { entries, count } = await setup.run({ do: "list", at: `in:${turn}`, recursive });
      const listed = entries as readonly JsonObject[];
      expect(count).toBe(all.length);
      expect(listed.map((entry) => entry["path"])).toEqual(inOrder);
      for (const { path: one, type, size } of listed) {
        const stats = statSync(setup.path(folder, one as string));
        expect([type, size]).toEqual(stats.isDirectory() ? ["folder", undefined] : ["file", stats.size]);
      }
    }),
    { numRuns: 60 },
  );
});

/** Name by name: a folder comes before what is in it, and all of it before the next name. */
function compareNames(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((name, index) => name !== b[index]);
  if (at < 0) return a.length - b.length;
  return b[at] === undefined || (a[at] ?? "") > b[at] ? 1 : -1;
}

test("a pattern of names takes what the same regular expression takes", () => {
  const letters = fc
    .array(fc.constantFrom("a", "b", ".", "世", "👩"), { maxLength: 8 })
    .map((all) => all.join(""));
  const pattern = fc
    .array(fc.constantFrom("a", "b", ".", "世", "👩", "*", "?"), { maxLength: 8 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(pattern, letters, (wanted, given) => {
      const source = wanted
        .replaceAll(".", String.raw`\.`)
        .replaceAll("*", ".*")
        .replaceAll("?", ".");
      expect(matches(wanted, given)).toBe(new RegExp(`^${source}$`, "u").test(given));
    }),
    { numRuns: 5000 },
  );
  const begun = performance.now();
  expect(matches("*a".repeat(100) + "b", "a".repeat(255))).toBe(false);
  expect(performance.now() - begun).toBeLessThan(500);
});

test("what is read back is what was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      await setup.run({ do: "write", to: "out:a", text, encoding: "base64", ifExists: "replace" });
      expect(new Uint8Array(readFileSync(setup.path("out/a")))).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 30 },
  );
});
