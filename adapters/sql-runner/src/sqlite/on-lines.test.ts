import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { onLines } from "./on-lines.ts";

it("a line feed alone ends a line, wherever the bytes are cut", async () => {
  const lines = ['{"a":"\u2028\u2029\u0085\r"}', "", "中文😀", "x".repeat(100_000)];
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\nunfinished`);
  for (const size of [1, 3, 1000, bytes.length]) {
    const stream = new PassThrough();
    const found: string[] = [];
    onLines(stream, (line) => void found.push(line));
    for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
    stream.end();
    await new Promise((resolve) => void stream.on("end", resolve));
    expect(found).toEqual(lines);
  }
});
