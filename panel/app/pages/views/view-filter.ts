import type { View } from "../../api/operations.generated.ts";

export type ViewPage = View["page"];

/** What a page shows, as its address has it. */
export type PageSearch = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** What each page's address has that a view keeps: which page of the list is shown is none of it. */
const NAMES = {
  runs: ["search", "jobKey", "state", "app", "worker", "shards", "window", "from", "to"],
  failures: ["search", "app", "window", "order"],
  jobs: ["search", "kind", "app", "tag", "work", "status", "sort"],
  reports: ["range", "by", "worst", "app", "jobKey"],
} as const;

/** What a page shows, as a view keeps it: every value as text. */
export function filterOf(page: ViewPage, search: PageSearch): View["filter"] {
  const values = NAMES[page].flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return Object.fromEntries(values);
}

/** What a view shows, as the page's address has it; the page drops what makes no sense to it. */
export function searchOf({ state, shards, ...filter }: View["filter"]): PageSearch {
  return {
    ...filter,
    ...(state !== undefined && { state: state.split(",") }),
    ...(shards === "true" && { shards: true }),
  };
}

/** Whether a page shows what a view does. */
export function isShown({ page, filter }: View, search: PageSearch): boolean {
  const shown = filterOf(page, search);
  const names = Object.keys(filter);
  return names.length === Object.keys(shown).length && names.every((name) => shown[name] === filter[name]);
}
