import type { TaskGraph } from "./task-graph.ts";

/** The nodes of one list, each after those it follows; those in cycles are left out. */
export function inOrder({ nodes }: TaskGraph, members: readonly number[]): readonly number[] {
  const left = new Map<number, number>();
  const ready: number[] = [];
  for (const index of members) {
    let waits = 0;
    for (const { isBack } of nodes[index]?.ins ?? []) if (!isBack) waits += 1;
    left.set(index, waits);
    if (waits === 0) ready.push(index);
  }
  for (const index of ready) {
    for (const { to, isBack } of nodes[index]?.outs ?? []) {
      if (isBack) continue;
      const waits = (left.get(to) ?? 0) - 1;
      left.set(to, waits);
      if (waits === 0) ready.push(to);
    }
  }
  return ready;
}
