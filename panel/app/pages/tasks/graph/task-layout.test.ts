import { describe, expect, it } from "vitest";
import { readBodyNodes } from "./body-node.ts";
import { layoutTask, type NodeBox, type TaskLayout } from "./task-layout.ts";

type Pre = string | { readonly node: string; readonly branch?: string; readonly on?: string };

const node = (id: string, pre: readonly Pre[] = [], more: object = {}): object => ({
  id,
  type: "job",
  job: { key: "a" },
  pre: pre.map((one) => (typeof one === "string" ? { node: one } : one)),
  ...more,
});

const layout = (...nodes: readonly object[]): TaskLayout => layoutTask(readBodyNodes({ nodes }));

const boxOf = ({ boxes }: TaskLayout, id: string): NodeBox => {
  const box = boxes.find((one) => one.node.id === id);
  if (box === undefined) throw new Error(`There is no box of ${id}`);
  return box;
};

function overlap(one: NodeBox, other: NodeBox): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Numbers with a simple law, so that a graph is the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("layoutTask()", () => {
  it("puts a node right of all that it follows, and those in parallel below each other", () => {
    const drawn = layout(node("a"), node("b", ["a"]), node("c", ["a"]), node("d", ["b", "c"]));
    const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => boxOf(drawn, id)) as [
      NodeBox,
      NodeBox,
      NodeBox,
      NodeBox,
    ];
    expect(b.x).toBeGreaterThan(a.x + a.width);
    expect(c.x).toBe(b.x);
    expect(d.x).toBeGreaterThan(b.x + b.width);
    expect(Math.abs(c.y - b.y)).toBeGreaterThanOrEqual(b.height);
    // What follows both is in the middle between them.
    expect(d.y).toBe((b.y + c.y) / 2);
  });

  it("draws a way back to a loop's head below the nodes, and keeps the head left of what it leads to", () => {
    const drawn = layout(
      node("a"),
      {
        id: "more",
        type: "condition",
        pre: [{ node: "a" }, { node: "b" }],
        branches: [],
        loop: { maxVisits: 3 },
      },
      node("b", [{ node: "more", branch: "yes" }]),
    );
    expect(boxOf(drawn, "b").x).toBeGreaterThan(boxOf(drawn, "more").x);
    const back = drawn.edges.filter(({ isBack }) => isBack);
    expect(back).toMatchObject([{ from: "b", to: "more" }]);
    expect(back[0]?.y).toBeGreaterThan(boxOf(drawn, "b").y + boxOf(drawn, "b").height);
    expect(back[0]?.y).toBeLessThan(drawn.height);
  });

  it("draws a group as a box around its nodes", () => {
    const drawn = layout(
      { id: "box", type: "group", nodes: [node("x"), node("y", ["x"])] },
      node("after", [{ node: "box", on: "failed" }]),
    );
    const box = boxOf(drawn, "box");
    for (const id of ["x", "y"]) {
      const inner = boxOf(drawn, id);
      expect(inner.x).toBeGreaterThan(box.x);
      expect(inner.y).toBeGreaterThan(box.y);
      expect(inner.x + inner.width).toBeLessThan(box.x + box.width);
      expect(inner.y + inner.height).toBeLessThan(box.y + box.height);
    }
    expect(boxOf(drawn, "after").x).toBeGreaterThan(box.x + box.width);
    expect(drawn.edges).toMatchObject([
      { from: "box", on: "failed" },
      { from: "x", to: "y" },
    ]);
  });

  it("ignores nodes that are not there, and draws nodes that only follow each other", () => {
    expect(layout(node("a", ["gone"])).edges).toEqual([]);
    const circle = layout(node("a", ["b"]), node("b", ["a"]), node("c", ["c"]));
    expect(circle.boxes).toHaveLength(3);
    expect(circle.edges).toHaveLength(3);
    expect(layout()).toMatchObject({ width: 0, height: 0, boxes: [] });
  });

  it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
    "no two nodes of graph %i overlap, all are within it, and every edge goes to the right",
    (seed) => {
      const random = randomFrom(seed);
      const count = 3 + Math.floor(random() * 40);
      const nodes = Array.from({ length: count }, (_, index) =>
        node(
          `n${index}`,
          Array.from({ length: index }, (__, before) => `n${before}`).filter(() => random() < 2.5 / count),
        ),
      );
      const drawn = layout(...nodes);
      drawn.boxes.forEach((one, index) => {
        for (const other of drawn.boxes.slice(index + 1)) expect(overlap(one, other)).toBe(false);
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.y).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width).toBeLessThanOrEqual(drawn.width);
        expect(one.y + one.height).toBeLessThanOrEqual(drawn.height);
      });
      for (const { from, to } of drawn.edges)
        expect(boxOf(drawn, to).x).toBeGreaterThan(boxOf(drawn, from).x + boxOf(drawn, from).width);
    },
  );

  it("lays out the largest task there may be", () => {
    const nodes = Array.from({ length: 2000 }, (_, index) =>
      node(`n${index}`, index < 20 ? [] : [`n${index - 20}`, `n${index - 1 - (index % 19)}`]),
    );
    expect(layout(...nodes).boxes).toHaveLength(2000);
  });
});

it("layoutTask() draws a node where it was put, and the others where they were", () => {
  const auto = layout(node("a"), node("b", ["a"]), node("c", ["b"]));
  const put = layout(node("a"), node("b", ["a"], { position: { x: 640, y: -80 } }), node("c", ["b"]));
  expect(boxOf(put, "b")).toMatchObject({ x: 640, y: 0, origin: { x: 0, y: 80 } });
  for (const id of ["a", "c"]) {
    const { x, y } = boxOf(auto, id);
    expect(boxOf(put, id)).toMatchObject({ x, y: y + 80 });
  }
  expect(put.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["a b", "b c"]);
});
