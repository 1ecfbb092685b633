import { describe, expect, it } from "vitest";
import { toBase64 } from "./base64.ts";
import { parseKeyRing } from "./key-ring.ts";

const bytes = (fill: number): string => toBase64(new Uint8Array(32).fill(fill));
const OLD = `2026-05 ${bytes(1)}`;
const NEW = `2026-11 ${bytes(2)}`;

describe("parseKeyRing()", () => {
  it("seals with the last key and opens what each of them sealed", async () => {
    const before = await parseKeyRing(OLD).seal("värde", "a");
    const ring = parseKeyRing(`# keys\n${OLD}\r\n\n${NEW}\n`);
    const after = await ring.seal("värde", "a");
    expect([before.key, after.key, ring.newest]).toEqual(["2026-05", "2026-11", "2026-11"]);
    expect([await ring.open(before, "a"), await ring.open(after, "a")]).toEqual(["värde", "värde"]);
  });

  it("opens nothing in another context, with another key of the same id, or after a change", async () => {
    const ring = parseKeyRing(OLD);
    const sealed = await ring.seal("value", "ops/TOKEN/1");
    expect(await ring.open(sealed, "ops/TOKEN/2")).toBeNull();
    expect(await parseKeyRing(`2026-05 ${bytes(9)}`).open(sealed, "ops/TOKEN/1")).toBeNull();
    const other = sealed.data.startsWith("A") ? "B" : "A";
    expect(await ring.open({ ...sealed, data: other + sealed.data.slice(1) }, "ops/TOKEN/1")).toBeNull();
    expect(await ring.open({ ...sealed, data: "" }, "ops/TOKEN/1")).toBeNull();
  });

  it("never seals the same text in the same way", async () => {
    const ring = parseKeyRing(OLD);
    const sealed = await Promise.all(Array.from({ length: 50 }, () => ring.seal("value", "a")));
    expect(new Set(sealed.map(({ iv }) => iv)).size).toBe(50);
    expect(new Set(sealed.map(({ data }) => data)).size).toBe(50);
  });

  it.each([
    ["", "it has no key"],
    ["# none", "it has no key"],
    [`${OLD}\n2026-11 short`, "line 2 must be"],
    [`2026/05 ${bytes(1)}`, "line 1 must be"],
    [`2026-05 ${toBase64(new Uint8Array(16))}`, "line 1 must be"],
    [`2026-05 ${bytes(1)} again`, "line 1 must be"],
    [`${OLD}\n${OLD}`, 'line 2 names key "2026-05" again'],
  ])("refuses %j and shows no key", (text, what) => {
    let message = "";
    try {
      parseKeyRing(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(what);
    expect(message).not.toContain(bytes(1));
  });
});
