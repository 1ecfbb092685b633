import type { ExecutorClient } from "../executor-client.ts";

/** Clients that need to be called in a way of their own. */
export const NodeKind = {
  /** xxl-job-executor-go: it has one task for each handler name, and mixes up two runs of it. */
  Go: "go",
  Other: "other",
} as const;
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/** Finds out which client an executor is, by what it responds to a beat: nothing else says it. */
export class NodeKinds {
  readonly #known = new Map<string, NodeKind>();

  /** @throws as `ExecutorClient.beat` */
  async of(address: string, client: ExecutorClient, signal: AbortSignal): Promise<NodeKind> {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const { message } = await client.beat(address, signal);
    const kind = message === "" ? NodeKind.Go : NodeKind.Other;
    this.#known.set(address, kind);
    return kind;
  }

  /** Forgets the kind of an address: another program may be there by now. */
  forget(address: string): void {
    this.#known.delete(address);
  }
}
