import type { Principal } from "@mojob/core";

export interface CallerCountsOptions {
  /** Most calls under way of one caller with a name. */
  readonly mostOfOne: number;
  /** Most calls of all callers without a name, which many share, such as the holders of the API's own token. */
  readonly mostOfUnnamed: number;
  /** Most calls of all callers together. */
  readonly most: number;
  /** Makes the error of one too many from how many there are. */
  readonly refuse: (why: string) => Error;
}

/** Counts what callers have under way, so that one of them leaves room for others. */
export class CallerCounts {
  readonly #options: CallerCountsOptions;
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  constructor(options: CallerCountsOptions) {
    this.#options = options;
  }

  /**
   * Counts one more of a caller; call what is returned once it has ended.
   * @throws as `refuse`, when the caller, or all together, have too many
   */
  begin({ kind, name }: Pick<Principal, "kind" | "name">): () => void {
    const { mostOfOne, mostOfUnnamed, most, refuse } = this.#options;
    const caller = `${kind}:${name ?? ""}`;
    const own = this.#ofCallers.get(caller) ?? 0;
    const mostOfCaller = name === null ? mostOfUnnamed : mostOfOne;
    if (own >= mostOfCaller) throw refuse(`${mostOfCaller} of yours`);
    if (this.#all >= most) throw refuse(`${most}`);
    this.#ofCallers.set(caller, own + 1);
    this.#all += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#end(caller);
      isOpen = false;
    };
  }

  #end(caller: string): void {
    const own = this.#ofCallers.get(caller) ?? 0;
    if (own > 1) this.#ofCallers.set(caller, own - 1);
    else this.#ofCallers.delete(caller);
    this.#all -= 1;
  }
}
