import type { TaskGraph } from "./graph/task-graph.ts";

/** The longest way to each node from where its task begins, by index: ways back count nothing, and a group what is in it. */
export function rankNodes(graph: TaskGraph): readonly number[] {
  const ranks: number[] = graph.nodes.map(() => 0);
  const scopeOfGroup = new Map(graph.scopes.map(({ group, members }) => [group, members]));
  const rankList = (members: readonly number[], from: number): number => {
    const waits = new Map(members.map((index) => [index, forwardIns(graph, index)]));
    for (const index of members) ranks[index] = from;
    const ready = members.filter((index) => waits.get(index) === 0);
    let highest = from;
    for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
      const inside = scopeOfGroup.get(index);
      const own = ranks[index] as number;
      const end = inside === undefined ? own : rankList(inside, own + 1);
      highest = Math.max(highest, end);
      for (const { to, isBack } of graph.nodes[index]?.outs ?? []) {
        if (isBack) continue;
        ranks[to] = Math.max(ranks[to] as number, end + 1);
        const left = (waits.get(to) as number) - 1;
        waits.set(to, left);
        if (left === 0) ready.push(to);
      }
    }
    return highest;
  };
  rankList(graph.scopes[0]?.members ?? [], 0);
  return ranks;
}

function forwardIns({ nodes }: TaskGraph, index: number): number {
  return nodes[index]?.ins.filter(({ isBack }) => !isBack).length ?? 0;
}
