import { Anchor, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Time } from "../../time/time.tsx";
import { type CompletionStep, endedIn } from "./completion-series.ts";

export interface CompletionsTableProps {
  readonly steps: readonly CompletionStep[];
  readonly stepMs: number;
}

/** The chart's numbers, the newest first, for who does not see it or wants them exactly. */
export function CompletionsTable({ steps, stepMs }: CompletionsTableProps): ReactElement {
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
                <Anchor
                  size="sm"
                  c="inherit"
                  renderRoot={(props) => (
                    <Link
                      to="/runs"
                      search={{
                        from: new Date(atMs).toISOString(),
                        to: new Date(atMs + stepMs).toISOString(),
                      }}
                      {...props}
                    />
                  )}
                >
                  <Time at={new Date(atMs).toISOString()} />
                </Anchor>
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
