import { VIEW_PAGES } from "@mojob/core/engine";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { View } from "../../api/operations.generated.ts";
import { failuresSearch } from "../failures/failures-search.ts";
import { jobsSearch } from "../jobs/list/jobs-search.ts";
import { reportsSearch } from "../reports/reports-search.ts";
import { runsSearch } from "../runs/list/runs-search.ts";
import { filterOf, isShown, searchOf, type ViewPage } from "./view-filter.ts";

/** All that each page can be narrowed to. */
const SEARCHES = {
  runs: {
    search: "args.shop:7",
    jobKey: "ledger/close",
    state: ["Failed", "Terminated"],
    app: "ledger",
    worker: "w-1",
    shards: true,
    window: "24h",
    from: "2026-01-31T08:00:00.000Z",
    to: "2026-01-31T09:00:00.000Z",
  },
  failures: { search: "timeout", app: "ledger", window: "7d", order: "count" },
  jobs: {
    search: "mail",
    kind: "recurring",
    app: "ledger",
    tag: "night",
    work: "task",
    status: "late",
    sort: "-name",
  },
  reports: { range: "30d", by: "app", worst: "lateness", app: "ledger", jobKey: "ledger/close" },
} as const;
const SCHEMAS = { runs: runsSearch, failures: failuresSearch, jobs: jobsSearch, reports: reportsSearch };

const PAGES = Object.keys(SEARCHES) as readonly ViewPage[];

describe.each(PAGES)("a view of %s", (page) => {
  it("shows again all that the page can be narrowed to", () => {
    const filter = filterOf(page, SEARCHES[page]);
    expect(v.parse(SCHEMAS[page], searchOf(filter))).toEqual(SEARCHES[page]);
    expect(isShown({ page, filter } as unknown as View, SEARCHES[page])).toBe(true);
    expect(isShown({ page, filter } as unknown as View, { ...SEARCHES[page], app: "other" })).toBe(false);
    expect(isShown({ page, filter } as unknown as View, {})).toBe(false);
  });

  it("keeps what the API takes, and not which page of the list was shown", () => {
    const paged = { ...SEARCHES[page], cursor: "c", size: 100, pinTo: "2026-01-31T09:00:00.000Z" };
    expect(Object.keys(filterOf(page, paged)).toSorted()).toEqual([...VIEW_PAGES[page]].toSorted());
  });
});
