import { Button, NativeSelect, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense, useCallback, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiRequest } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useWindowStart } from "../../time/use-window-start.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { SkeletonRows } from "../../ui/table/skeleton-rows.tsx";
import type { FailureGroup } from "./failure-group.ts";
import { FailureRow } from "./failure-row.tsx";
import { FAILURE_WINDOWS, type FailureWindow } from "./failures-search.ts";
import "../../ui/table/table.css";
import "./failures.css";

const BulkDialog = lazy(async () => ({
  default: (await import("../runs/actions/bulk-dialog.tsx")).BulkDialog,
}));

const route = getRouteApi("/failures");
const WINDOWS = Object.keys(FAILURE_WINDOWS) as readonly FailureWindow[];
/** The read looks at thousands of runs, and a few seconds of delay do not matter. */
const EVERY_MS = 10_000;
/** Groups shown at first, and with each step. */
const ROWS = 50;
const NONE: readonly FailureGroup[] = [];

/** Failed runs by job and cause, with what can be done about each cause. */
export function FailuresPage(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { window = "24h" } = route.useSearch();
  const from = useWindowStart(FAILURE_WINDOWS[window]);
  const failures = useApi("listFailures", { query: { from } }, { everyMs: EVERY_MS, keepPrevious: true });
  return (
    <Page
      title={t("failures.title")}
      aside={
        <NativeSelect
          aria-label={t("instances.time")}
          value={window}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: { window: WINDOWS.find((one) => one === value) }, replace: true })
          }
          data={WINDOWS.map((value) => ({ value, label: t(`instances.last${value}`) }))}
        />
      }
    >
      <QueryView query={failures}>
        {({ items, runs, grouped, isComplete }) =>
          items.length === 0 ? (
            <EmptyState title={t("failures.none")} />
          ) : (
            <>
              {!isComplete && (
                <Text size="sm" c="dimmed">
                  {t("failures.most", { count: runs - grouped })}
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

function FailureList({ groups, from }: FailureListProps): ReactElement {
  const { t } = useTranslation();
  const { mutate } = useApiChange("handleFailure");
  const [isMutedShown, setMutedShown] = useState(false);
  const [most, setMost] = useState(ROWS);
  // With the start as it was: what is about to run does not change while its dialog is open.
  const [rerun, setRerun] = useState<{ readonly group: FailureGroup; readonly from: string } | null>(null);
  const ask = useCallback((group: FailureGroup) => setRerun({ group, from }), [from]);
  const change = useCallback(
    (id: string, body: NonNullable<ApiRequest<"handleFailure">["body"]>) => mutate({ path: { id }, body }),
    [mutate],
  );
  // Rows are rendered with low priority: all at once would block the page.
  const drawn = useDeferredValue(groups, NONE);
  const muted = drawn.filter(isMuted);
  const open = drawn.filter((group) => !isMuted(group));
  const row = (group: FailureGroup): ReactElement => (
    <FailureRow key={group.id} group={group} isMuted={isMuted(group)} onChange={change} onRerun={ask} />
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
              filter: { jobKey: rerun.group.jobKey, state: ["Terminated"], from: rerun.from, shards: false },
              cause: rerun.group.cause,
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
