/** The lists and reports that can be narrowed, each with the names that its filter has: those of the page's address. */
export const VIEW_PAGES = {
  runs: ["search", "jobKey", "state", "app", "worker", "shards", "window", "from", "to"],
  failures: ["search", "app", "window", "order"],
  jobs: ["search", "kind", "app", "tag", "work", "status", "sort"],
  reports: ["range", "by", "worst", "app", "jobKey"],
} as const;
export type ViewPage = keyof typeof VIEW_PAGES;

/** What a page shows, by the names of its address; several values of one name are parted by commas. */
export type ViewFilter = Readonly<Record<string, string>>;

/** A filter of a list that somebody has given a name. */
export interface SavedView {
  readonly id: string;
  readonly tenant: string;
  /** Counts its changes from 1. */
  readonly revision: number;
  readonly name: string;
  readonly page: ViewPage;
  readonly filter: ViewFilter;
  /** Who saved it first: `user:li`; `null` is the program itself. */
  readonly owner: string | null;
  /** Whether others see it, too. */
  readonly isShared: boolean;
  /** The app that its filter names, or the app of the job that it names; `null` is for all apps. */
  readonly app: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
