import fc from "fast-check";
import { expect, it } from "vitest";
import {
  firstView,
  type GraphView,
  overlaps,
  seenRect,
  showingView,
  wholeView,
  zoomedView,
} from "./graph-view.ts";

const side = fc.integer({ min: 50, max: 5000 });
const size = fc.record({ width: side, height: side });
const seenSize = fc.record({
  width: fc.integer({ min: 300, max: 1600 }),
  height: fc.integer({ min: 300, max: 900 }),
});

/** Whether a box is seen whole, by the corners that it is drawn at. */
function isSeen(
  { x, y, zoom }: GraphView,
  box: { x: number; y: number; width: number; height: number },
  seen: { width: number; height: number },
): boolean {
  const [left, top] = [x + box.x * zoom, y + box.y * zoom];
  const [right, bottom] = [left + box.width * zoom, top + box.height * zoom];
  return left > -1 && top > -1 && right < seen.width + 1 && bottom < seen.height + 1;
}

it("wholeView() shows all of a drawing and draws nothing larger than it is", () => {
  fc.assert(
    fc.property(size, seenSize, (drawing, seen) => {
      const view = wholeView(drawing, seen);
      expect(view.zoom).toBeLessThanOrEqual(1);
      expect(isSeen(view, { x: 0, y: 0, ...drawing }, seen)).toBe(true);
    }),
  );
});

it("firstView() shows a box of a drawing that is too large to be read as a whole", () => {
  const drawing = { width: 20_000, height: 3000 };
  const box = { x: 19_000, y: 2900, width: 176, height: 48 };
  const view = firstView(drawing, { width: 900, height: 460 }, box);
  expect(view.zoom).toBeGreaterThanOrEqual(0.85);
  expect(isSeen(view, box, { width: 900, height: 460 })).toBe(true);
  expect(firstView({ width: 500, height: 200 }, { width: 900, height: 460 }, box).zoom).toBe(1);
});

it("showingView() brings any node into view, and leaves a view alone that shows it", () => {
  const place = fc.integer({ min: -3000, max: 3000 });
  const view = fc.record({ x: place, y: place, zoom: fc.double({ min: 0.05, max: 1.5, noNaN: true }) });
  fc.assert(
    fc.property(view, fc.nat(4000), fc.nat(4000), seenSize, (from, x, y, seen) => {
      const box = { x, y, width: 120, height: 48 };
      const shown = showingView(from, box, seen);
      expect(isSeen(shown, box, seen)).toBe(true);
      expect(showingView(shown, box, seen)).toEqual(shown);
      expect(overlaps(seenRect(shown, seen), box)).toBe(true);
    }),
  );
});

it("zoomedView() keeps what is under the pointer there", () => {
  const before = { x: 30, y: -80, zoom: 1 };
  const at = { x: 200, y: 100 };
  const after = zoomedView(before, 1.5, at);
  const pointOf = ({ x, y, zoom }: GraphView) => [(at.x - x) / zoom, (at.y - y) / zoom];
  expect(pointOf(after)).toEqual(pointOf(before));
  expect(zoomedView(before, 1000, at).zoom).toBeLessThan(2);
});
