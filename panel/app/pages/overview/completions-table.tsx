import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Time } from "../../time/time.tsx";
import { type CompletionStep, endedIn } from "./completion-series.ts";

/** The chart's numbers, the newest first, for who does not see it or wants them exactly. */
export function CompletionsTable({ steps }: { readonly steps: readonly CompletionStep[] }): ReactElement {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  const shown = steps.filter((step) => endedIn(step) > 0).toReversed();
  return (
    <div className="completions-table scrolls" role="region" aria-label={t("overview.ended")} tabIndex={0}>
      <Table className="data-table" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("overview.from")}</Table.Th>
            <Table.Th ta="end">{t("state.Succeeded")}</Table.Th>
            <Table.Th ta="end">{t("overview.failed")}</Table.Th>
            <Table.Th ta="end">{t("overview.other")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ atMs, succeeded, failed, other }) => (
            <Table.Tr key={atMs}>
              <Table.Td>
                <Time at={new Date(atMs).toISOString()} />
              </Table.Td>
              <Table.Td ta="end">{format.format(succeeded)}</Table.Td>
              <Table.Td ta="end">{format.format(failed)}</Table.Td>
              <Table.Td ta="end">{format.format(other)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
