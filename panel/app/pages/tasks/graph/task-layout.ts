import type { BodyNode, BodyPre, Position } from "./body-node.ts";
import { backLinks, type Cell, type Layers, type Link, makeLayers, rankNodes } from "./layers.ts";
import type { WayMark } from "./marks.ts";

export interface NodeBox {
  readonly node: BodyNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the corner is from which the positions of its list are counted. */
  readonly origin: Position;
}

export interface EdgeLine {
  readonly from: string;
  readonly to: string;
  readonly on: NonNullable<BodyPre["on"]>;
  readonly branch: string | null;
  /** How it differs in a drawing of two bodies. */
  readonly mark: WayMark | null;
  /** It leads back to the head of a loop. */
  readonly isBack: boolean;
  readonly path: string;
  /** Where its words are. */
  readonly x: number;
  readonly y: number;
  /** How far path and words are moved: to the group they are in. */
  readonly dx: number;
  readonly dy: number;
  /** The places that it passes, moved already. */
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

export interface TaskLayout {
  readonly width: number;
  readonly height: number;
  /** A group before what is in it. */
  readonly boxes: readonly NodeBox[];
  readonly edges: readonly EdgeLine[];
}

const NODE = { width: 176, height: 48 } as const;
const GROUP = { pad: 14, head: 34 } as const;
const GAP = 52;
/** Where an edge between two layers has words. */
const GAP_WITH_WORDS = 104;
/** Where they say what it was and what it is. */
const GAP_WITH_CHANGE = 164;
const BACK_SPACE = 16;
const CORNER = 8;

interface ScopeLink extends Link {
  readonly pre: BodyPre;
}

/** Where to draw a task: layers from left to right, groups as boxes, and where it was put what has a position. */
export function layoutTask(nodes: readonly BodyNode[]): TaskLayout {
  const inner = new Map(nodes.filter(isBox).map((node) => [node.id, layoutTask(node.nodes)]));
  const sizes = new Map(nodes.map((node) => [node.id, sizeOf(inner.get(node.id))]));
  const links = nodes.flatMap((node): readonly ScopeLink[] =>
    node.pre.filter((pre) => sizes.has(pre.node)).map((pre) => ({ from: pre.node, to: node.id, pre })),
  );
  const ids = [...sizes.keys()];
  const back = backLinks(ids, links);
  const forward = links.filter((link) => !back.has(link));
  const ranks = rankNodes(ids, forward);
  const heights = new Map([...sizes].map(([id, { height }]) => [id, height]));
  const layers = makeLayers(heights, forward, ranks);
  const columns = columnsOf(layers, forward, sizes, ranks);
  const top = Math.min(0, ...layers.layers.flat().map(({ y, height }) => y - height / 2));
  const boxes = fromCorner(
    nodes.map((node) => {
      const { width, height } = sizes.get(node.id) ?? NODE;
      const cell = layers.layers[ranks.get(node.id) ?? 0]?.find(({ id }) => id === node.id);
      const auto = { x: columns[cell?.rank ?? 0]?.x ?? 0, y: (cell?.y ?? 0) - height / 2 - top };
      return { node, ...(node.position ?? auto), width, height };
    }),
  );
  const isPut = nodes.some(({ position }) => position !== null);
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const bottom = Math.max(0, ...boxes.map(({ y, height }) => y + height));
  const edges = [
    ...forward.map((link) =>
      isPut ? straightEdge(link, byId) : forwardEdge(link, layers.ways.get(link) ?? [], byId, columns, top),
    ),
    ...[...back].map((link, index) => backEdge(link, byId, bottom + BACK_SPACE * (index + 1))),
  ].filter((edge) => edge !== null);
  return {
    width: Math.max(0, ...boxes.map(({ x, width }) => x + width)),
    height: bottom + (back.size === 0 ? 0 : BACK_SPACE * (back.size + 1)),
    ...withInner({ boxes, edges }, inner),
  };
}

function isBox(node: BodyNode): boolean {
  return node.type === "group" && node.nodes.length > 0;
}

function sizeOf(inner: TaskLayout | undefined): { readonly width: number; readonly height: number } {
  if (inner === undefined) return NODE;
  return {
    width: Math.max(NODE.width, inner.width + 2 * GROUP.pad),
    height: inner.height + GROUP.head + GROUP.pad,
  };
}

interface Column {
  readonly x: number;
  readonly width: number;
}

function columnsOf(
  { layers }: Layers,
  links: readonly ScopeLink[],
  sizes: ReadonlyMap<string, { readonly width: number }>,
  ranks: ReadonlyMap<string, number>,
): readonly Column[] {
  const gaps = new Map<number | undefined, number>();
  for (const { from, pre } of links)
    gaps.set(ranks.get(from), Math.max(gaps.get(ranks.get(from)) ?? GAP, gapOf(pre)));
  let x = 0;
  return layers.map((layer, rank) => {
    const width = Math.max(...layer.map(({ id }) => (id === null ? 0 : (sizes.get(id)?.width ?? 0))));
    const column = { x, width };
    x += width + (gaps.get(rank) ?? GAP);
    return column;
  });
}

function gapOf(pre: BodyPre): number {
  if (pre.mark?.kind === "changed") return GAP_WITH_CHANGE;
  return hasWords(pre) ? GAP_WITH_WORDS : GAP;
}

function hasWords({ on = "ok", branch, mark }: BodyPre): boolean {
  return branch !== undefined || on !== "ok" || (mark !== undefined && mark.words !== "");
}

function forwardEdge(
  { from, to, pre }: ScopeLink,
  way: readonly Cell[],
  boxes: ReadonlyMap<string, NodeBox>,
  columns: readonly Column[],
  top: number,
): EdgeLine | null {
  const [source, target] = [boxes.get(from), boxes.get(to)];
  if (source === undefined || target === undefined) return null;
  const start = { x: source.x + source.width, y: source.y + source.height / 2 };
  const points = way.slice(1, -1).flatMap(({ rank, y }) => {
    const { x = 0, width = 0 } = columns[rank] ?? {};
    return [
      { x, y: y - top },
      { x: x + width, y: y - top },
    ];
  });
  const all = [...points, { x: target.x, y: target.y + target.height / 2 }];
  // A node narrower than its layer begins its curve where the layer ends.
  const layerEnd = (columns[way[0]?.rank ?? 0]?.x ?? 0) + (columns[way[0]?.rank ?? 0]?.width ?? 0);
  let path = `M${start.x},${start.y}H${layerEnd}`;
  let last = { x: layerEnd, y: start.y };
  for (const point of all) {
    const middle = (last.x + point.x) / 2;
    path += `C${middle},${last.y} ${middle},${point.y} ${point.x},${point.y}`;
    last = point;
  }
  const first = all[0] ?? start;
  return {
    ...wordsOf(from, to, pre),
    isBack: false,
    path,
    x: (layerEnd + first.x) / 2,
    y: (start.y + first.y) / 2,
    bounds: boundsOf([start, ...all]),
  };
}

/** From one box to another, wherever they are: a list in which a node was put somewhere has no layers to follow. */
function straightEdge({ from, to, pre }: ScopeLink, boxes: ReadonlyMap<string, NodeBox>): EdgeLine | null {
  const [source, target] = [boxes.get(from), boxes.get(to)];
  if (source === undefined || target === undefined) return null;
  const start = { x: source.x + source.width, y: source.y + source.height / 2 };
  const end = { x: target.x, y: target.y + target.height / 2 };
  const bend = Math.max(24, Math.abs(end.x - start.x) / 2);
  const path = `M${start.x},${start.y}C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}`;
  const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2];
  const bounds = boundsOf([{ x: start.x + bend, y: start.y }, { x: end.x - bend, y: end.y }, start, end]);
  return { ...wordsOf(from, to, pre), isBack: false, path, x, y, bounds };
}

function backEdge(
  { from, to, pre }: ScopeLink,
  boxes: ReadonlyMap<string, NodeBox>,
  y: number,
): EdgeLine | null {
  const [source, target] = [boxes.get(from), boxes.get(to)];
  if (source === undefined || target === undefined) return null;
  const [x1, x2] = [source.x + source.width / 2, target.x + target.width / 2 + (from === to ? 24 : 0)];
  const turn = x1 >= x2 ? -CORNER : CORNER;
  const path =
    `M${x1},${source.y + source.height}V${y - CORNER}Q${x1},${y} ${x1 + turn},${y}` +
    `H${x2 - turn}Q${x2},${y} ${x2},${y - CORNER}V${target.y + target.height}`;
  const bounds = boundsOf([
    { x: x1, y: source.y },
    { x: x2, y: target.y },
    { x: x1, y },
  ]);
  return { ...wordsOf(from, to, pre), isBack: true, path, x: (x1 + x2) / 2, y, bounds };
}

function boundsOf(points: readonly { readonly x: number; readonly y: number }[]): EdgeLine["bounds"] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  // One that goes straight has a width all the same.
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

function wordsOf(
  from: string,
  to: string,
  { on = "ok", branch, mark }: BodyPre,
): Pick<EdgeLine, "from" | "to" | "on" | "branch" | "mark" | "dx" | "dy"> {
  return { from, to, on, branch: branch ?? null, mark: mark ?? null, dx: 0, dy: 0 };
}

/** Boxes that begin at the corner of the drawing, also where one was put to the left of it or above it. */
function fromCorner(boxes: readonly Omit<NodeBox, "origin">[]): readonly NodeBox[] {
  const origin = {
    x: Math.max(0, ...boxes.map(({ x }) => -x)),
    y: Math.max(0, ...boxes.map(({ y }) => -y)),
  };
  return boxes.map((box) => ({ ...box, x: box.x + origin.x, y: box.y + origin.y, origin }));
}

/** With the insides of groups, moved to where the groups are. */
function withInner(
  { boxes, edges }: Pick<TaskLayout, "boxes" | "edges">,
  inner: ReadonlyMap<string, TaskLayout>,
): Pick<TaskLayout, "boxes" | "edges"> {
  const placed = boxes.flatMap((box) => {
    const layout = inner.get(box.node.id);
    return layout === undefined ? [] : [moved(layout, box.x + GROUP.pad, box.y + GROUP.head)];
  });
  return {
    boxes: [...boxes, ...placed.flatMap((layout) => layout.boxes)],
    edges: [...edges, ...placed.flatMap((layout) => layout.edges)],
  };
}

function moved({ boxes, edges, ...size }: TaskLayout, dx: number, dy: number): TaskLayout {
  return {
    ...size,
    boxes: boxes.map((box) => ({
      ...box,
      x: box.x + dx,
      y: box.y + dy,
      origin: { x: box.origin.x + dx, y: box.origin.y + dy },
    })),
    edges: edges.map((edge) => ({
      ...edge,
      dx: edge.dx + dx,
      dy: edge.dy + dy,
      bounds: { ...edge.bounds, x: edge.bounds.x + dx, y: edge.bounds.y + dy },
    })),
  };
}
