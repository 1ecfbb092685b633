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

const LARGEST_PAGE = 200;

/** The pages of a list, each read when it is asked for. */
export async function* pagesOf<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  limit: number = LARGEST_PAGE,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read({ limit, ...(cursor !== null && { cursor }) });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
