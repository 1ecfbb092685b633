/** A run of a node within its task. */
export interface NodeRun {
  readonly node: string;
  /** The visits of the loops around it, as `2.3`; empty where it is in none. */
  readonly visit: string;
  /** The item of a batch; `null` where it is none. */
  readonly item: number | null;
  /** How many runs it had before, in this visit. */
  readonly n: number;
}

const RUN_NAME = /^([\p{L}\p{N}_-]{1,64})(?:~(\d[\d.]*))?(?::(\d{1,6}))?(?:\+(\d{1,6}))?$/u;

/**
 * The name of a node's run as a part of its task's run, from which its id follows (`partId`): the same from every process.
 * @example
 * ```ts
 * runName({ node: "concat", visit: "2.3", item: 7, n: 1 }); // "concat~2.3:7+1"
 * ```
 */
export function runName({ node, visit, item, n }: NodeRun): string {
  return `${node}${visit === "" ? "" : `~${visit}`}${item === null ? "" : `:${item}`}${n === 0 ? "" : `+${n}`}`;
}

/** `null` for a name that is no run of a node. */
export function parseRunName(name: string): NodeRun | null {
  const [, node, visit = "", item, n = "0"] = RUN_NAME.exec(name) ?? [];
  if (node === undefined) return null;
  return { node, visit, item: item === undefined ? null : Number(item), n: Number(n) };
}
