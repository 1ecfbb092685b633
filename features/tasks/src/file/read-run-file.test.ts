import { describe, expect, it } from "vitest";
import { type RunFile, RunFileError, readRunFile } from "./read-run-file.ts";
import type { RunFileLine } from "./run-file.ts";
import { sealLines } from "./seal-lines.ts";

const MANIFEST = {
  type: "manifest",
  format: "mojob-run",
  formatVersion: 1,
  engine: 1,
  instanceId: "t",
  jobKey: "nightly",
  tenant: "default",
  exportedAt: "2026-11-20T03:00:00.000Z",
} as const;
const FACTS = 1200;

function linesOf(manifest: object = MANIFEST): readonly RunFileLine[] {
  const facts = Array.from({ length: FACTS }, (_, at) => ({
    type: "fact",
    fact: { seq: at + 1, type: "paused" },
  }));
  return [
    manifest,
    { type: "instance", instance: { id: "t" } },
    { type: "body", version: 1, since: 0, body: { engine: 1, nodes: [] } },
    ...facts,
    { type: "run", run: { id: "~t/#a" } },
    { type: "log", runId: "~t/#a", line: { seq: 1, message: "rows 开始42" } },
    { type: "end", counts: { bodies: 1, facts: FACTS, runs: 1, lines: 1 }, left: { runs: 0, lines: false } },
  ] as unknown as readonly RunFileLine[];
}

async function write(lines: readonly RunFileLine[] = linesOf()): Promise<string> {
  const given = async function* (): AsyncGenerator<RunFileLine> {
    yield* lines;
  };
  let text = "";
  for await (const piece of sealLines(given())) text += piece;
  return text;
}

/** In pieces that cut lines and characters apart. */
async function* inPieces(text: string, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function problemOf(text: string, maxBytes?: number): Promise<string> {
  try {
    await readRunFile(inPieces(text), maxBytes === undefined ? {} : { maxBytes });
  } catch (error) {
    if (error instanceof RunFileError) return error.problem;
    throw error;
  }
  return "read";
}

describe("readRunFile()", () => {
  it("reads what was written, also in pieces that cut a character", async () => {
    const file: RunFile = await readRunFile(inPieces(await write(), 7));
    expect([file.facts.length, file.runs.size, file.left]).toEqual([FACTS, 1, { runs: 0, lines: false }]);
    expect(file.logs.get("~t/#a")).toEqual([{ seq: 1, message: "rows 开始42" }]);
  });

  it("refuses a file in which any character is another one, a line is missing, doubled or moved", async () => {
    const text = await write();
    const lines = text.split("\n").slice(0, -1);
    const again = (changed: readonly string[]) => problemOf(`${changed.join("\n")}\n`);
    expect(await problemOf(text.replace('"seq":700', '"seq":701'))).toBe("changed");
    expect(await problemOf(text.replace("rows", "cows"))).toBe("changed");
    expect(await again(lines.toSpliced(600, 1))).toBe("changed");
    expect(await again(lines.toSpliced(600, 0, lines[600] ?? ""))).toBe("changed");
    expect(await again([...lines, lines[1] ?? ""])).toBe("changed");
    const seals = lines.flatMap((line, at) => (line.startsWith('{"type":"seal"') ? [at] : []));
    expect(seals.length).toBe(3);
    expect(await again(lines.toSpliced(seals[0] ?? 0, 1))).toBe("changed");
  });

  it("refuses one that ends early, is too large, or of another kind, version or engine", async () => {
    const text = await write();
    expect(await problemOf(text.slice(0, text.length / 2))).toBe("foreign");
    expect(await problemOf(`${text.split("\n").slice(0, 900).join("\n")}\n`)).toBe("cut");
    expect(await problemOf(`${text.split("\n").slice(0, -2).join("\n")}\n`)).toBe("cut");
    expect(await problemOf(text, 1000)).toBe("too_large");
    expect(await problemOf("hello")).toBe("foreign");
    for (const line of [
      "",
      "[]",
      "{}",
      '{"type":"fact"}',
      '{"type":"toString"}',
      '{"type":"run","run":null}',
    ])
      expect(await problemOf(line)).toBe("foreign");
    expect(await problemOf('{"type":"seal","sha256":""}\n')).toBe("foreign");
    expect(await problemOf(await write(linesOf({ ...MANIFEST, formatVersion: 2 })))).toBe("unknown");
    expect(await problemOf(await write(linesOf({ ...MANIFEST, engine: 2 })))).toBe("unknown");
    expect(await problemOf(await write(linesOf({ ...MANIFEST, format: "other" })))).toBe("foreign");
  });
});
