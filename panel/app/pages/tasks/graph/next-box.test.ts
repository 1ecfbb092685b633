import { expect, it } from "vitest";
import { nextBox } from "./next-box.ts";

const box = (id: string, x: number, y: number) => ({ node: { id }, x, y, width: 100, height: 40 });
const BOXES = [box("a", 0, 100), box("b", 200, 0), box("c", 200, 110), box("d", 400, 100)];

it.each([
  ["a", "ArrowRight", "c"],
  ["c", "ArrowUp", "b"],
  ["b", "ArrowDown", "c"],
  ["c", "ArrowRight", "d"],
  ["d", "ArrowLeft", "c"],
  ["a", "ArrowLeft", null],
  ["a", "Enter", null],
  ["gone", "ArrowRight", null],
])("from %s, %s goes to %s", (from, key, to) => {
  expect(nextBox(BOXES, from, key)).toBe(to);
});
