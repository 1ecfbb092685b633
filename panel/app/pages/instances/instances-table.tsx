import { Button, Checkbox, Group, Table, Text } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useCallback, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceSummary } from "../../api/operations.generated.ts";
import type { BulkTarget } from "./bulk-dialog.tsx";
import { InstanceRow } from "./instance-row.tsx";
import { useJobNames } from "./use-job-names.ts";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

const NONE: readonly InstanceSummary[] = [];

export function InstancesTable({ runs }: { readonly runs: readonly InstanceSummary[] }): ReactElement {
  const { t } = useTranslation();
  const names = useJobNames();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<BulkTarget | null>(null);
  // Drawn between what else the page does: all rows at once would hold it up.
  const shown = useDeferredValue(runs, NONE);
  // What is no longer on the page is no longer acted on.
  const chosen = runs.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const tick = useCallback(
    (id: string, isTicked: boolean) =>
      setTicked((before) => new Set(isTicked ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  );
  const open = (action: BulkTarget["action"]): void => setBulk({ action, ids: chosen });
  return (
    <>
      {chosen.length > 0 && (
        <Group
          gap="xs"
          className="runs-selection"
          role="group"
          aria-label={t("instances.selected", { count: chosen.length })}
        >
          <Text size="sm" fw={600} aria-live="polite">
            {t("instances.selected", { count: chosen.length })}
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => open("cancel")}>
            {t("instances.cancelRuns")}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => open("rerun")}>
            {t("instances.rerunRuns")}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setTicked(new Set())}>
            {t("instances.unselect")}
          </Button>
        </Group>
      )}
      <Table className="data-table runs-table" highlightOnHover layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="runs-tick">
              <Checkbox
                size="xs"
                aria-label={t("instances.selectAll")}
                checked={chosen.length === runs.length}
                indeterminate={chosen.length > 0 && chosen.length < runs.length}
                onChange={({ currentTarget: { checked } }) =>
                  setTicked(checked ? new Set(runs.map(({ id }) => id)) : new Set())
                }
              />
            </Table.Th>
            <Table.Th className="runs-state">{t("instances.state")}</Table.Th>
            <Table.Th>{t("instances.job")}</Table.Th>
            <Table.Th visibleFrom="sm" className="runs-trigger">
              {t("instances.trigger")}
            </Table.Th>
            <Table.Th className="runs-started">{t("instances.started")}</Table.Th>
            <Table.Th ta="end" className="runs-duration">
              {t("instances.duration")}
            </Table.Th>
            <Table.Th ta="end" visibleFrom="md" className="runs-attempt">
              {t("instances.attempt")}
            </Table.Th>
            <Table.Th visibleFrom="lg" className="runs-worker">
              {t("instances.worker")}
            </Table.Th>
            <Table.Th visibleFrom="sm">{t("instances.reason")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((run) => (
            <InstanceRow
              key={run.id}
              run={run}
              name={names.get(run.jobKey) ?? run.jobKey}
              isTicked={ticked.has(run.id)}
              onTick={tick}
            />
          ))}
        </Table.Tbody>
      </Table>
      {bulk !== null && (
        <Suspense>
          <BulkDialog target={bulk} onClose={() => setBulk(null)} onDone={() => setTicked(new Set())} />
        </Suspense>
      )}
    </>
  );
}
