import { Table } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactElement, type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { openRow } from "../../../ui/table/open-row.ts";
import { SelectionBar, TickAll } from "../../../ui/table/selection-bar.tsx";
import { SkeletonRows } from "../../../ui/table/skeleton-rows.tsx";
import { useRowsInParts } from "../../../ui/table/use-rows-in-parts.ts";
import { useKeptScroll } from "../../../ui/table/use-kept-scroll.ts";
import { useTicks } from "../../../ui/table/use-ticks.ts";
import type { BulkTarget } from "../actions/bulk-dialog.tsx";
import { RunRow } from "./run-row.tsx";
import "../../../ui/table/table.css";

const BulkDialog = lazy(
  withWords(async () => ({ default: (await import("../actions/bulk-dialog.tsx")).BulkDialog }), "history"),
);

const NONE: readonly InstanceSummary[] = [];
const idOf = ({ id }: InstanceSummary): string => id;

export interface RunsTableProps {
  readonly runs: readonly InstanceSummary[];
  /** In place of the table where there are none; what is being done with runs that were ticked stays open. */
  readonly empty: ReactNode;
  /** All are of one job, so that ids name them. @default false */
  readonly isOfOneJob?: boolean;
}

/** Runs in a table; ticked ones can be cancelled or run again together. */
export function RunsTable({ runs, empty, isOfOneJob = false }: RunsTableProps): ReactElement {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery("(width < 48em)", false, { getInitialValueInEffect: false });
  const ticks = useTicks(runs.map(({ id }) => id));
  const mayNotCancel = useRefusal("runs:cancel");
  const mayNotRerun = useRefusal("runs:rerun");
  const [bulk, setBulk] = useState<BulkTarget | null>(null);
  // Drawn between what else the page does.
  const shown = useRowsInParts(useDeferredValue(runs, NONE), idOf);
  useKeptScroll(runs.length > 0 && shown.length === runs.length);
  const open = (action: BulkTarget["action"]): void => setBulk({ action, ids: ticks.chosen });
  const table = (
    <>
      <Table className="data-table list-table runs-table" highlightOnHover layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="tick">
              <TickAll ticks={ticks} count={runs.length} />
            </Table.Th>
            <Table.Th className="runs-state wide-cell">{t("instances.state")}</Table.Th>
            <Table.Th>{isOfOneJob ? t("instances.id") : t("instances.job")}</Table.Th>
            <Table.Th className="runs-trigger wide-cell">{t("instances.trigger")}</Table.Th>
            <Table.Th className="runs-started">{t("instances.started")}</Table.Th>
            <Table.Th className="runs-duration end">{t("instances.duration")}</Table.Th>
            <Table.Th className="runs-worker large-cell">{t("instances.worker")}</Table.Th>
            <Table.Th className="wide-cell">{t("instances.reason")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-opens onClick={openRow}>
          {shown.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              isOfOneJob={isOfOneJob}
              isNarrow={isNarrow}
              isTicked={ticks.has(run.id)}
              onTick={ticks.tick}
            />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length === 0 && <SkeletonRows />}
    </>
  );
  return (
    <>
      {runs.length === 0 ? empty : table}
      <SelectionBar ticks={ticks}>
        <RefusableButton
          variant="default"
          size="compact-sm"
          refusal={mayNotCancel}
          onClick={() => open("cancel")}
        >
          {t("instances.cancelRuns")}
        </RefusableButton>
        <RefusableButton
          variant="default"
          size="compact-sm"
          refusal={mayNotRerun}
          onClick={() => open("rerun")}
        >
          {t("instances.rerunRuns")}
        </RefusableButton>
      </SelectionBar>
      {bulk !== null && (
        <Suspense>
          <BulkDialog target={bulk} onClose={() => setBulk(null)} onDone={ticks.clear} />
        </Suspense>
      )}
    </>
  );
}
