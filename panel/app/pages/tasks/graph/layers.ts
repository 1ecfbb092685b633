/** Something in a layer: a node, or a place that an edge over several layers passes. */
export interface Cell {
  /** Of its scope; `null` for a place that an edge passes. */
  readonly id: string | null;
  readonly rank: number;
  readonly height: number;
  /** Cells of the layers before and after that an edge joins it with. */
  readonly before: Cell[];
  readonly after: Cell[];
  /** Its place in its layer, from 0. */
  order: number;
  /** Its middle. */
  y: number;
}

export interface Link {
  readonly from: string;
  readonly to: string;
}

const SWEEPS = 12;
const PASS_HEIGHT = 14;
const SPACE = 18;

/** Which links lead back, so that the others have no cycle: those to a node from which the walk came. */
export function backLinks<L extends Link>(ids: readonly string[], links: readonly L[]): ReadonlySet<L> {
  const out = Map.groupBy(links, ({ from }) => from);
  const back = new Set<L>();
  const state = new Map<string, "open" | "done">();
  const targets = new Set(links.map(({ to }) => to));
  // Where everything is in a cycle the first node is as good as any.
  const starts = [...ids.filter((id) => !targets.has(id)), ...ids];
  for (const start of starts) {
    if (state.has(start)) continue;
    const stack: { readonly id: string; readonly rest: L[] }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      stack.push({ id, rest: [...(out.get(id) ?? [])] });
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const link = top.rest.shift();
      if (link === undefined) {
        state.set(top.id, "done");
        stack.pop();
      } else if (state.get(link.to) === "open") back.add(link);
      else if (!state.has(link.to)) enter(link.to);
    }
  }
  return back;
}

/** The layer of each node: one after the last of those that it follows. */
export function rankNodes(ids: readonly string[], links: readonly Link[]): ReadonlyMap<string, number> {
  const out = Map.groupBy(links, ({ from }) => from);
  const open = new Map(ids.map((id) => [id, 0]));
  for (const { to } of links) open.set(to, (open.get(to) ?? 0) + 1);
  const rank = new Map<string, number>(ids.map((id) => [id, 0]));
  const ready = ids.filter((id) => open.get(id) === 0);
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    for (const { to } of out.get(id) ?? []) {
      rank.set(to, Math.max(rank.get(to) ?? 0, (rank.get(id) ?? 0) + 1));
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return rank;
}

export interface Layers {
  readonly layers: readonly (readonly Cell[])[];
  /** The cells that each link goes through, its ends included. */
  readonly ways: ReadonlyMap<Link, readonly Cell[]>;
}

/** Places nodes in layers, with few crossings and each near what it is joined with. */
export function makeLayers(
  heights: ReadonlyMap<string, number>,
  links: readonly Link[],
  ranks: ReadonlyMap<string, number>,
): Layers {
  const layers: Cell[][] = [];
  const add = (id: string | null, rank: number, height: number): Cell => {
    const layer = (layers[rank] ??= []);
    const cell: Cell = { id, rank, height, before: [], after: [], order: layer.length, y: 0 };
    layer.push(cell);
    return cell;
  };
  const cells = new Map([...heights].map(([id, height]) => [id, add(id, ranks.get(id) ?? 0, height)]));
  const ways = new Map<Link, readonly Cell[]>();
  for (const link of links) {
    const [from, to] = [cells.get(link.from), cells.get(link.to)];
    if (from === undefined || to === undefined) continue;
    const way = [from];
    for (let rank = from.rank + 1; rank < to.rank; rank += 1) way.push(add(null, rank, PASS_HEIGHT));
    way.push(to);
    way.slice(1).forEach((cell, index) => join(way[index] as Cell, cell));
    ways.set(link, way);
  }
  sweepOver(layers, orderOnce);
  for (const layer of layers) stack(layer);
  sweepOver(layers, settleOnce);
  return { layers, ways };
}

/** Goes over the layers forth and back until nothing changes any more, or long enough. */
function sweepOver(
  layers: readonly Cell[][],
  /** Returns whether it changed anything. */
  once: (layers: readonly Cell[][], isForward: boolean) => boolean,
): void {
  let still = 0;
  for (let sweep = 0; sweep < SWEEPS && still < 2; sweep += 1)
    still = once(layers, sweep % 2 === 0) ? 0 : still + 1;
}

function join(from: Cell, to: Cell): void {
  from.after.push(to);
  to.before.push(from);
}

function mean(cells: readonly Cell[], of: "order" | "y"): number | null {
  return cells.length === 0 ? null : cells.reduce((sum, cell) => sum + cell[of], 0) / cells.length;
}

/** Puts each cell where the middle of its neighbours is, layer by layer. */
function orderOnce(layers: readonly Cell[][], isForward: boolean): boolean {
  let isChanged = false;
  for (const layer of isForward ? layers : layers.toReversed()) {
    const wanted = layer.map((cell) => ({
      cell,
      place: mean(isForward ? cell.before : cell.after, "order") ?? cell.order,
    }));
    wanted.sort((one, other) => one.place - other.place || one.cell.order - other.cell.order);
    for (const [order, { cell }] of wanted.entries()) {
      isChanged ||= cell.order !== order;
      cell.order = order;
      layer[order] = cell;
    }
  }
  return isChanged;
}

function stack(layer: readonly Cell[]): void {
  let top = 0;
  for (const cell of layer) {
    cell.y = top + cell.height / 2;
    top += cell.height + SPACE;
  }
}

function settleOnce(layers: readonly Cell[][], isForward: boolean): boolean {
  let isChanged = false;
  for (const layer of isForward ? layers : layers.toReversed()) {
    const wanted = layer.map((cell) => mean(isForward ? cell.before : cell.after, "y") ?? cell.y);
    if (settle(layer, wanted)) isChanged = true;
  }
  return isChanged;
}

/** The places nearest to those wanted that keep the order and overlap nowhere: neighbours that would are moved as one block. */
function settle(layer: readonly Cell[], wanted: readonly number[]): boolean {
  const blocks: { sum: number; readonly cells: Cell[]; readonly offsets: number[] }[] = [];
  let offset = 0;
  layer.forEach((cell, index) => {
    const before = layer[index - 1];
    if (before !== undefined) offset += (before.height + cell.height) / 2 + SPACE;
    let block = { sum: (wanted[index] ?? 0) - offset, cells: [cell], offsets: [offset] };
    for (
      let last = blocks.at(-1);
      last !== undefined && placeOf(last) > placeOf(block);
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        cells: [...last.cells, ...block.cells],
        offsets: [...last.offsets, ...block.offsets],
      };
    }
    blocks.push(block);
  });
  let isChanged = false;
  for (const block of blocks)
    for (const [index, cell] of block.cells.entries()) {
      const y = Math.round(placeOf(block) + (block.offsets[index] ?? 0));
      isChanged ||= cell.y !== y;
      cell.y = y;
    }
  return isChanged;
}

function placeOf({ sum, cells }: { readonly sum: number; readonly cells: readonly Cell[] }): number {
  return sum / cells.length;
}
