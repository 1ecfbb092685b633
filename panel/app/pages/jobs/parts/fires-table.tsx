import { Table, Text } from "@mantine/core";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../../api/operations.generated.ts";
import { formatInstant, localZone } from "../../../time/format-time.ts";
import { Ahead } from "../../../time/time.tsx";

export interface FiresTableProps {
  readonly title: string;
  /** ISO 8601, soonest first. */
  readonly fires: readonly string[];
  /** Of each fire the schedule's name; `null` is the job's own. @default all are of one schedule */
  readonly schedules?: readonly (string | null)[];
  /** The job's. */
  readonly timeZone: string;
  /** Changes of the clocks among them, in words, by their times. @default none */
  readonly clockChanges?: readonly { readonly at: string; readonly text: string }[];
  /** What a calendar makes of them. @default they have none */
  readonly onDays?: CalendarFires | null;
}

type CalendarFires = Operations["previewCron"]["answer"]["calendar"];

/** When a job runs next, in its zone and, where that is another, in the viewer's. */
export function FiresTable({
  title,
  fires,
  schedules = [],
  timeZone,
  clockChanges = [],
  onDays = null,
}: FiresTableProps): ReactElement {
  const { t } = useTranslation();
  const own = localZone();
  const isNamed = schedules.some((name) => name !== null);
  const zones = own === timeZone ? [timeZone] : [timeZone, own];
  const columns = zones.length + (isNamed ? 2 : 1);
  if (fires.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("job.noFiresToCome")}
      </Text>
    );
  const table = (
    <Table className="data-table fires-table" aria-label={title} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          {zones.map((zone) => (
            <Table.Th key={zone}>{zone}</Table.Th>
          ))}
          {isNamed && <Table.Th>{t("job.schedules.column")}</Table.Th>}
          <Table.Th ta="end">{t("job.distance")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fires.map((fire, place) => (
          <Fragment key={`${fire} ${schedules[place] ?? ""}`}>
            {clockChanges
              .filter(({ at }) => at <= fire && (place === 0 || at > (fires[place - 1] ?? "")))
              .map(({ at, text }) => (
                <Table.Tr key={at}>
                  <Table.Td colSpan={columns} className="clock-change">
                    {text}
                  </Table.Td>
                </Table.Tr>
              ))}
            <Table.Tr>
              {zones.map((zone, index) => (
                <Table.Td key={zone} className={index === 0 ? "" : "dimmed"}>
                  <time dateTime={fire}>
                    <Weekday at={fire} timeZone={zone} /> {formatInstant(new Date(fire), zone)}
                  </time>
                  {index === 0 && <OnDay fire={onDays?.fires[place]} />}
                </Table.Td>
              ))}
              {isNamed && <Table.Td>{schedules[place] ?? t("job.schedules.own")}</Table.Td>}
              <Table.Td ta="end" c="dimmed" className="nowrap">
                <Ahead at={fire} />
              </Table.Td>
            </Table.Tr>
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (onDays === null || onDays.skipped.length === 0) return table;
  const days = onDays.skipped.map(({ day, name }) => (name === null ? day : `${day} ${name}`));
  return (
    <>
      {table}
      <Text size="xs" c="dimmed">
        {t("calendars.fire.skipped", { days: days.join(t("common.separator")) })}
      </Text>
    </>
  );
}

/** What the calendar has made of one time. */
function OnDay({
  fire,
}: {
  readonly fire: NonNullable<CalendarFires>["fires"][number] | undefined;
}): ReactNode {
  const { t } = useTranslation();
  if (fire === undefined) return null;
  const { movedBy, isEstimated, together } = fire;
  const notes = [
    ...(movedBy === null
      ? []
      : [t("calendars.fire.movedFrom", { day: [movedBy.day, movedBy.name].filter(Boolean).join(" ") })]),
    ...(together > 1 ? [t("calendars.fire.together", { count: together })] : []),
    ...(isEstimated ? [t("calendars.fire.estimated")] : []),
  ];
  return notes.length === 0 ? null : <span className="dimmed"> · {notes.join(" · ")}</span>;
}

function Weekday({ at, timeZone }: { readonly at: string; readonly timeZone: string }): ReactElement {
  const { i18n } = useTranslation();
  return <>{new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone }).format(new Date(at))}</>;
}
