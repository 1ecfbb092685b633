/** What people read of an error. */
export interface ErrorWords {
  readonly means: string;
  /** What to do about it. */
  readonly advice: string;
}

/** What is known of a code. */
export interface ErrorRow {
  /** 1 to 15: see `ERROR_DOMAINS`. */
  readonly domain: number;
  /** Of its domain, 1 to 999. Numbers are permanent: that of a code is never changed, nor given to another code. */
  readonly place: number;
  /** Whether the same call, or another attempt, may succeed without a change. */
  readonly isRetryable: boolean;
  readonly en: ErrorWords;
  readonly zh: ErrorWords;
}

export function error(
  domain: number,
  place: number,
  en: ErrorWords,
  zh: ErrorWords,
  { isRetryable = false }: Partial<Pick<ErrorRow, "isRetryable">> = {},
): ErrorRow {
  return { domain, place, isRetryable, en, zh };
}
