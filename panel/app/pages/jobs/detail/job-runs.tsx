import { Checkbox, Group, NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { DEFAULT_PAGE_SIZE } from "../../../ui/page/page-size.ts";
import { Pager } from "../../../ui/page/pager.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { JOB_STATES } from "../../../ui/state-badge.tsx";
import { RunsTable } from "../../runs/list/runs-table.tsx";
import "../../runs/list/runs.css";

const route = getRouteApi("/jobs/$key");

/** The runs of a job, newest first. */
export function JobRuns({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { state, shards, cursor, size = DEFAULT_PAGE_SIZE } = route.useSearch();
  const runs = useApi(
    "listJobInstances",
    {
      path: { key: job.key },
      query: { state: state && [state], ...(shards !== true && { shards: false }), cursor, limit: size },
    },
    { keepPrevious: true },
  );
  return (
    <>
      <Group mb="xs">
        <NativeSelect
          aria-label={t("job.state")}
          value={state ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: { state: JOB_STATES.find((one) => one === value), shards },
              replace: true,
            })
          }
          data={[
            { value: "", label: t("job.anyState") },
            ...JOB_STATES.map((one) => ({ value: one, label: t(`state.${one}`) })),
          ]}
        />
        {(job.options.routing?.strategy === "broadcast" || shards === true) && (
          <Checkbox
            size="xs"
            label={t("instances.withShards")}
            title={t("instances.withShardsHint")}
            checked={shards === true}
            onChange={({ currentTarget: { checked } }) =>
              void navigate({ search: { state, shards: checked || undefined }, replace: true })
            }
          />
        )}
      </Group>
      <QueryView query={runs}>
        {({ items, nextCursor }) => (
          <>
            <RunsTable
              runs={items}
              isOfOneJob
              empty={<EmptyState title={state === undefined ? t("job.noRuns") : t("job.noRunsFound")} />}
            />
            {items.length > 0 && <Pager cursor={cursor} nextCursor={nextCursor} size={size} />}
          </>
        )}
      </QueryView>
    </>
  );
}
