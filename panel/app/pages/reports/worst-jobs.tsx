import { Anchor, Group, SegmentedControl, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { WorstReport } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { QueryView } from "../../ui/page/query-view.tsx";
import { reportQuery, WORST_BY, type WorstBy } from "./reports-search.ts";
import { type FigureKind, useFigureText } from "./use-figure-text.ts";

const route = getRouteApi("/reports");
const POLL_MS = 15_000;
const KIND_OF: Readonly<Record<WorstBy, FigureKind>> = {
  failures: "count",
  duration: "duration",
  lateness: "duration",
};

/** The ten jobs that got worse most against the time before. */
export function WorstJobs(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { worst = "failures" } = search;
  const { range, app, jobKey } = reportQuery(search);
  const report = useApi(
    "getWorst",
    { query: { range, app, jobKey, by: "job" } },
    { pollMs: POLL_MS, keepPrevious: true },
  );
  const choose = (value: string): void =>
    void navigate({
      search: (before) => ({ ...before, worst: WORST_BY.find((one) => one === value) }),
      replace: true,
    });
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5">
          {t("reports.worst")}
        </Title>
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={t("reports.worstBy")}
          value={worst}
          onChange={choose}
          data={WORST_BY.map((value) => ({ value, label: t(`reports.worstOf.${value}`) }))}
        />
      </Group>
      <QueryView query={report}>
        {(data) =>
          data[worst].length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("reports.noneWorse")}
            </Text>
          ) : (
            <WorstTable rows={data[worst]} kind={KIND_OF[worst]} />
          )
        }
      </QueryView>
    </section>
  );
}

interface WorstTableProps {
  readonly rows: WorstReport[WorstBy];
  readonly kind: FigureKind;
}

function WorstTable({ rows, kind }: WorstTableProps): ReactElement {
  const { t } = useTranslation();
  const { text, change } = useFigureText();
  return (
    <Table className="data-table list-table report-table" aria-label={t("reports.worst")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("reports.subject.job")}</Table.Th>
          <Table.Th className="wide-cell">{t("reports.subject.app")}</Table.Th>
          <Table.Th ta="end">{t("reports.beforeHead")}</Table.Th>
          <Table.Th ta="end">{t("reports.now")}</Table.Th>
          <Table.Th ta="end">{t("reports.change")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, app, now, before }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor
                className="row-link report-name"
                renderRoot={(props) => <Link to="/jobs/$key" params={{ key: id }} {...props} />}
              >
                {id}
              </Anchor>
            </Table.Td>
            <Table.Td className="wide-cell">{app}</Table.Td>
            <Table.Td ta="end">{text(kind, before)}</Table.Td>
            <Table.Td ta="end">{text(kind, now)}</Table.Td>
            <Table.Td ta="end" className="report-worse">
              {change(kind, now, before)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
