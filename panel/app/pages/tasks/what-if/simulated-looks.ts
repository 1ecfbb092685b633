import type { ApiAnswer } from "../../../api/call-api.ts";
import { type BodyNode, flatNodes } from "../graph/body-node.ts";
import type { ShownStatus } from "../graph/node-icon.tsx";
import type { NodeLook } from "../graph/node-look.ts";

export type Simulation = ApiAnswer<"simulateTask">;
export type SimulatedNode = Simulation["nodes"][number];

/**
 * The nodes of a simulation after some of its executions have begun, the last of which is under way; `null` for its end.
 * When nodes were left out is not known: they are open until the end, also those that began in an earlier visit of their loop.
 */
export function simulatedLooks(
  { nodes, order }: Simulation,
  all: readonly BodyNode[],
  step: number | null,
): ReadonlyMap<string, NodeLook> {
  const lastOf = new Map(order.map(({ id }, place) => [id, place]));
  const begun = new Set(order.slice(0, step ?? order.length).map(({ id }) => id));
  const inner = new Map(all.map((node) => [node.id, flatNodes(node.nodes).map(({ id }) => id)]));
  const statusAt = ({ id, state }: SimulatedNode): ShownStatus => {
    if (step === null) return state ?? "Open";
    if (!begun.has(id)) return "Open";
    const isOpen = (one: string): boolean => (lastOf.get(one) ?? -1) >= step - 1;
    if (order[step - 1]?.id === id || inner.get(id)?.some(isOpen) === true) return "Running";
    if (isOpen(id)) return "Waiting";
    return state === "Skipped" || state === "Blocked" ? "Open" : (state ?? "Open");
  };
  return new Map(
    nodes.map((node) => {
      const status = statusAt(node);
      const isOver = status === node.state;
      return [node.id, { ...PLAIN, status, branches: isOver ? node.branches : [] }];
    }),
  );
}

const PLAIN = { note: null, ms: null, share: 0, isCritical: false } as const;
