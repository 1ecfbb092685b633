import { Button, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense, useCallback, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../i18n/i18n.ts";
import type { ApiRequest } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useWindowStart } from "../../time/use-window-start.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { SkeletonRows } from "../../ui/table/skeleton-rows.tsx";
import type { FailedJob, FailureGroup } from "./failure-group.ts";
import { FailureRow } from "./failure-row.tsx";
import { FailuresFilter } from "./failures-filter.tsx";
import { FAILURE_WINDOWS } from "./failures-search.ts";
import "../../ui/table/table.css";
import "./failures.css";

const BulkDialog = lazy(
  withWords(
    async () => ({
      default: (await import("../runs/actions/bulk-dialog.tsx")).BulkDialog,
    }),
    "history",
  ),
);

const CodeCounts = lazy(async () => ({ default: (await import("./code-counts.tsx")).CodeCounts }));

const route = getRouteApi("/failures");
/** The read looks at thousands of runs, and a few seconds of delay do not matter. */
const EVERY_MS = 10_000;
/** Groups shown at first, and with each step. */
const ROWS = 50;
const NONE: readonly FailureGroup[] = [];

/** Failed runs by cause, with what can be done about each cause. */
export function FailuresPage(): ReactElement {
  const { t } = useTranslation();
  const { window = "24h", app, search, order } = route.useSearch();
  const from = useWindowStart(FAILURE_WINDOWS[window]);
  const failures = useApi(
    "listFailures",
    { query: { from, app, search, orderBy: order } },
    { everyMs: EVERY_MS, keepPrevious: true },
  );
  const isNarrowed = app !== undefined || search !== undefined;
  return (
    <Page title={t("failures.title")}>
      <FailuresFilter />
      <QueryView query={failures}>
        {({ items, numbers, groupCount, runs, grouped, isComplete }) =>
          items.length === 0 ? (
            <EmptyState title={isNarrowed ? t("failures.nothingFits") : t("failures.none")} />
          ) : (
            <>
              <Text size="sm" c="dimmed" role="status">
                {isComplete
                  ? t("failures.all", { groups: items.length, count: runs })
                  : grouped < runs
                    ? t("failures.some", { groups: items.length, of: groupCount, count: runs - grouped })
                    : t("failures.newestOnly", { groups: items.length, count: runs })}
              </Text>
              {numbers.length > 1 && (
                <Text size="sm" c="dimmed">
                  {t("failures.byNumber")}{" "}
                  <Suspense>
                    <CodeCounts counts={numbers} />
                  </Suspense>
                </Text>
              )}
              <FailureList groups={items} from={from} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

interface FailureListProps {
  readonly groups: readonly FailureGroup[];
  readonly from: string;
}

/** The runs that are about to run again: of all jobs where none is named. */
interface Rerun {
  readonly cause: string;
  readonly jobKey: string | undefined;
  readonly from: string;
}

function FailureList({ groups, from }: FailureListProps): ReactElement {
  const { t } = useTranslation();
  const { app } = route.useSearch();
  const { mutate } = useApiChange("handleFailure");
  const [isMutedShown, setMutedShown] = useState(false);
  const [most, setMost] = useState(ROWS);
  // With the start as it was: what is about to run does not change while its dialog is open.
  const [rerun, setRerun] = useState<Rerun | null>(null);
  const ask = useCallback(
    (group: FailureGroup, job?: FailedJob) =>
      group.cause !== null && setRerun({ cause: group.cause, jobKey: job?.jobKey, from }),
    [from],
  );
  const change = useCallback(
    (id: string, body: NonNullable<ApiRequest<"handleFailure">["body"]>) => mutate({ path: { id }, body }),
    [mutate],
  );
  // Rows are rendered with low priority: all at once would block the page.
  const drawn = useDeferredValue(groups, NONE);
  const muted = drawn.filter(isMuted);
  const open = drawn.filter((group) => !isMuted(group));
  const row = (group: FailureGroup): ReactElement => (
    <FailureRow
      key={group.id}
      group={group}
      from={from}
      isMuted={isMuted(group)}
      onChange={change}
      onRerun={ask}
    />
  );
  return (
    <>
      {drawn.length > 0 && open.length === 0 && <EmptyState title={t("failures.allMuted")} />}
      {drawn.length === 0 && <SkeletonRows />}
      <ul className="failures">{open.slice(0, most).map(row)}</ul>
      {open.length > most && (
        <Button variant="default" size="compact-sm" onClick={() => setMost(most + ROWS)}>
          {t("instances.showMore", { count: Math.min(ROWS, open.length - most) })}
        </Button>
      )}
      {muted.length > 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isMutedShown}
            onClick={() => setMutedShown(!isMutedShown)}
          >
            {t("failures.muted", { count: muted.length })}
          </Button>
          {isMutedShown && <ul className="failures">{muted.map(row)}</ul>}
        </div>
      )}
      {rerun !== null && (
        <Suspense>
          <BulkDialog
            target={{
              action: "rerun",
              filter: { jobKey: rerun.jobKey, app, state: ["Terminated"], from: rerun.from, shards: false },
              cause: rerun.cause,
            }}
            onClose={() => setRerun(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Until it fails again. */
function isMuted({ handled, lastAt }: FailureGroup): boolean {
  return handled !== null && handled.mutedAt !== null && lastAt <= handled.mutedAt;
}
