/** A page of a list; `nextCursor` is `null` on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  /** Opaque; from the page before. A malformed one rejects with `invalid_argument`. */
  readonly cursor?: string;
}
