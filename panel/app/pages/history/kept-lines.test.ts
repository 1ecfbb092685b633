import { expect, it } from "vitest";
import { keptLines } from "./kept-lines.ts";

const line = (n: number): string =>
  `{"auditHeads":{"tenant":"default","at":"2026-11-28T00:00:00.000Z","heads":[${n}]}}`;

it("keptLines() takes the lines of heads out of a log, whatever stands before them", () => {
  const log = `[mojob] started\r\ncontrol-1  | ${line(1)} \r\n\n${line(2)}\nstopped`;
  expect(keptLines(log)).toEqual([line(1), line(2)]);
  expect(keptLines("nothing of this kind")).toEqual([]);
});

it("keptLines() takes the latest hundred", () => {
  const all = Array.from({ length: 130 }, (_, n) => line(n));
  expect(keptLines(all.join("\n"))).toEqual(all.slice(30));
});
