import { Anchor, Group, SegmentedControl, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Report } from "../../api/operations.generated.ts";
import { REPORT_SUBJECTS, reportQuery, type ReportSubject } from "./reports-search.ts";
import { useFigureText } from "./use-figure-text.ts";

const route = getRouteApi("/reports");

type Subject = Report["subjects"][number];

/** The runs of a report by job, app, executor or node, those with the most first. */
export function SubjectTable({ report }: { readonly report: Report }): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { by } = reportQuery(search);
  const { subjects, subjectsTotal } = report;
  // While another table is read, the one before is still shown.
  const shownBy = REPORT_SUBJECTS.find((one) => one === report.by) ?? by;
  const choices = REPORT_SUBJECTS.filter((one) => search.jobKey === undefined || one !== "executor");
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5">
          {t("reports.bySubject")}
        </Title>
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={t("reports.bySubject")}
          value={by}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, by: REPORT_SUBJECTS.find((one) => one === value) }),
              replace: true,
            })
          }
          data={choices.map((value) => ({ value, label: t(`reports.subject.${value}`) }))}
        />
      </Group>
      {subjects.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("reports.noSubjects")}
        </Text>
      ) : (
        <Subjects subjects={subjects} by={shownBy} from={report.from} />
      )}
      {subjectsTotal > subjects.length && (
        <Text size="sm" c="dimmed">
          {t("reports.moreSubjects", { count: subjectsTotal - subjects.length })}
        </Text>
      )}
    </section>
  );
}

interface SubjectsProps {
  readonly subjects: readonly Subject[];
  readonly by: ReportSubject;
  readonly from: string;
}

function Subjects({ subjects, by, from }: SubjectsProps): ReactElement {
  const { t } = useTranslation();
  const { text } = useFigureText();
  const hasApp = by !== "app";
  // Of code in its worker's process nothing is known.
  const isMeasured = subjects.some(({ total }) => (total.cpuMs ?? total.peakMemoryBytes) !== null);
  return (
    <Table className="data-table list-table report-table" aria-label={t("reports.bySubject")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t(`reports.subject.${by}`)}</Table.Th>
          {hasApp && <Table.Th className="wide-cell">{t("reports.subject.app")}</Table.Th>}
          <Table.Th ta="end">{t("reports.figure.runs")}</Table.Th>
          <Table.Th ta="end">{t("reports.figure.successRate")}</Table.Th>
          <Table.Th ta="end">{t("reports.figure.failures")}</Table.Th>
          <Table.Th ta="end">{t("reports.figure.p95")}</Table.Th>
          {isMeasured && (
            <>
              <Table.Th className="wide-cell" ta="end">
                {t("reports.figure.cpu")}
              </Table.Th>
              <Table.Th className="wide-cell" ta="end">
                {t("reports.figure.memory")}
              </Table.Th>
            </>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {subjects.map((subject) => {
          const { id, app, total } = subject;
          return (
            <Table.Tr key={`${app ?? ""}/${id}`}>
              <Table.Td>
                <SubjectName subject={subject} by={by} />
              </Table.Td>
              {hasApp && <Table.Td className="wide-cell">{app}</Table.Td>}
              <Table.Td ta="end">{text("count", total.runs)}</Table.Td>
              <Table.Td ta="end">{text("rate", total.successRate)}</Table.Td>
              <Table.Td ta="end">
                <Failures subject={subject} by={by} from={from} />
              </Table.Td>
              <Table.Td ta="end">{text("duration", total.duration.p95Ms)}</Table.Td>
              {isMeasured && (
                <>
                  <Table.Td className="wide-cell" ta="end">
                    {text("duration", total.cpuMs)}
                  </Table.Td>
                  <Table.Td className="wide-cell" ta="end">
                    {text("size", total.peakMemoryBytes)}
                  </Table.Td>
                </>
              )}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface SubjectProps {
  readonly subject: Subject;
  readonly by: ReportSubject;
}

/** A job and a node lead to the job, an app to its own report. */
function SubjectName({ subject: { id }, by }: SubjectProps): ReactElement {
  const [key = id] = by === "node" ? id.split("#") : [id];
  if (by === "executor") return <span className="report-name">{id}</span>;
  return (
    <Anchor
      className="row-link report-name"
      renderRoot={(props) =>
        by === "app" ? (
          <Link from="/reports" search={(before) => ({ ...before, app: id, by: undefined })} {...props} />
        ) : (
          <Link to="/jobs/$key" params={{ key }} {...props} />
        )
      }
    >
      {id}
    </Anchor>
  );
}

/** How many failed; of a job and an app with a way to these runs. */
function Failures({
  subject: { id, total },
  by,
  from,
}: SubjectProps & { readonly from: string }): ReactElement {
  const { t } = useTranslation();
  const { text } = useFigureText();
  const count = text("count", total.terminated);
  if (total.terminated === 0 || (by !== "job" && by !== "app")) return <>{count}</>;
  const of = by === "job" ? { jobKey: id } : { app: id };
  return (
    <Anchor
      size="sm"
      aria-label={t("reports.failuresOf", { count: total.terminated, name: id })}
      renderRoot={(props) => <Link to="/runs" search={{ ...of, state: ["Terminated"], from }} {...props} />}
    >
      {count}
    </Anchor>
  );
}
