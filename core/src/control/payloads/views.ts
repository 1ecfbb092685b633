import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { Page } from "../../ports/page.ts";
import type { IsHidden, MethodView } from "../access/method-view.ts";
import { hideRun, hideSummary } from "./hide-run.ts";

/** A view of one object of an app. */
export function viewOf<Item>(
  appOf: (item: Item) => string | null,
  hide: (item: Item) => Item,
): (item: Item, isHidden: IsHidden) => Item {
  return (item, isHidden) => (isHidden(appOf(item)) ? hide(item) : item);
}

/** A view of each of a list. */
export function each<Item>(view: MethodView<Item>): MethodView<readonly Item[]> {
  return (items, isHidden) => items.map((item) => view(item, isHidden));
}

/** A view of each of a page. */
export function paged<Item>(view: MethodView<Item>): MethodView<Page<Item>> {
  return (page, isHidden) => ({ ...page, items: page.items.map((item) => view(item, isHidden)) });
}

/** A run without its payloads. */
export const RUN_VIEW: MethodView<JobInstance> = viewOf<JobInstance>(({ app }) => app, hideRun);
export const SUMMARY_VIEW: MethodView<JobInstanceSummary> = viewOf<JobInstanceSummary>(
  ({ app }) => app,
  hideSummary,
);
