import type { RunFilter } from "../parts/run-filter.ts";
import { parseSearch } from "./search-text.ts";
import { type RunsSearch, TIME_WINDOWS } from "./runs-search.ts";

/** Where a list stands: runs created at `to` or later are counted, not shown, so that no row moves by itself. */
export interface Pin {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface PinnedList {
  /** Which runs are shown. */
  readonly shown: RunFilter;
  /** Which came since; `null` where none can. */
  readonly arrived: RunFilter | null;
}

/** The pin of a list read just now: behind its newest run. Nothing is pinned while there is none. */
export function pinBehind(newest: { readonly createdAt: string } | undefined): string | undefined {
  return newest && new Date(Date.parse(newest.createdAt) + 1).toISOString();
}

/** Where a relative window begins, to the minute: a moment later it is the same list. */
export function windowStart(search: Pick<RunsSearch, "window" | "from">, nowMs: number): string | undefined {
  if (search.window === undefined) return search.from;
  const start = nowMs - TIME_WINDOWS[search.window];
  return new Date(Math.floor(start / 60_000) * 60_000).toISOString();
}

/** The two reads of a list that stays put. */
export function pinnedList(search: RunsSearch, pin: Pin): PinnedList {
  const { search: text, jobKey, state, app, worker, to: until } = search;
  const base = { ...parseSearch(text ?? ""), jobKey, state, app, worker, ...shardsOf(search) };
  // ISO instants of one length order as text does.
  const to = [until, pin.to].filter((at) => at !== undefined).toSorted()[0];
  const isOpen = pin.to !== undefined && (until === undefined || until > pin.to);
  return {
    shown: { ...base, from: pin.from, to },
    arrived: isOpen ? { ...base, from: later(pin.from, pin.to), to: until } : null,
  };
}

/** Shards are behind their broadcast, but for those who look for a run by a text or want them. */
export function shardsOf({
  search,
  shards,
}: Pick<RunsSearch, "search" | "shards">): Pick<RunFilter, "shards"> {
  return shards === true || search !== undefined ? {} : { shards: false };
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

/** Whether the viewer narrowed the list: paging and shards do not. */
export function isFiltered({ search, jobKey, state, app, worker, window, from, to }: RunsSearch): boolean {
  return [search, jobKey, state, app, worker, window, from, to].some((value) => value !== undefined);
}
