import { describe, expect, test } from "vitest";
import { OutputLog } from "./output-log.ts";

function aPlace(maxBytes: number | null = null) {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  const seen = { lines, nowMs: 0, tooMuch: 0 };
  const onTooMuch = (): void => void (seen.tooMuch += 1);
  return Object.assign(seen, {
    output: new OutputLog({ log, maxBytes, onTooMuch, nowMs: () => seen.nowMs }),
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at}`.padStart(99)).join("\n");

describe("OutputLog", () => {
  test("writes each line as it ends, and the last one without an end", () => {
    const { output, lines } = aPlace();
    output.push("stdout", bytes("one\r\ntw"));
    output.push("stderr", bytes("oh\n"));
    expect(lines).toEqual(["info one", "warn oh"]);
    output.push("stdout", bytes("o\n\nthree"));
    output.end();
    expect(lines).toEqual(["info one", "warn oh", "info two", "info ", "info three"]);
  });

  test("puts a character together that comes in two pieces", () => {
    const { output, lines } = aPlace();
    const [first = 0, ...rest] = bytes("é\n");
    output.push("stdout", Uint8Array.of(first));
    output.push("stdout", Uint8Array.from(rest));
    expect(lines).toEqual(["info é"]);
  });

  test("makes lines of one that never ends", () => {
    const { output, lines } = aPlace();
    output.push("stdout", bytes("x".repeat(40_000)));
    output.end();
    expect(lines.map((line) => line.length - "info ".length)).toEqual([16_384, 16_384, 7232]);
  });

  test("leaves lines out between the beginning and the end of what comes too fast, and counts them", () => {
    const { output, lines } = aPlace();
    output.push("stdout", bytes(numbered(10_000)));
    output.end();
    const mark = lines.findIndex((line) => line.startsWith("warn "));
    const left = Number(/\d+/.exec(lines[mark] ?? "")?.[0]);
    expect(left).toBeGreaterThan(5000);
    // The lines on both sides of what is left out may be in pieces.
    expect(Math.abs(lines.length + left - 10_000)).toBeLessThanOrEqual(3);
    expect(lines.at(-1)?.trim()).toMatch(/ 9999$/);
    expect(lines.join("\n").length).toBeLessThan(512 * 1024);
  });

  test("goes on at once when there is room again", () => {
    const place = aPlace();
    place.output.push("stdout", bytes(`${numbered(10_000)}\n`));
    const before = place.lines.length;
    place.nowMs = 2000;
    place.output.push("stdout", bytes("later\n"));
    expect(place.lines.length).toBeGreaterThan(before);
    expect(place.lines.at(-1)).toBe("info later");
  });

  test("is called once where it is too much, and takes nothing more", () => {
    const place = aPlace(10);
    place.output.push("stdout", bytes("0123456789"));
    expect(place.tooMuch).toBe(0);
    place.output.push("stdout", bytes("x"));
    place.output.push("stdout", bytes("y"));
    place.output.end();
    expect([place.tooMuch, place.lines]).toEqual([1, ["info 0123456789x"]]);
  });

  test("takes the last line of the errors before the last line of all", () => {
    const { output } = aPlace();
    expect(output.lastLine).toBeNull();
    output.push("stdout", bytes("one\n"));
    expect(output.lastLine).toBe("one");
    output.push("stderr", bytes("two\n  \n"));
    output.push("stdout", bytes("three\n"));
    expect(output.lastLine).toBe("two");
  });
});
