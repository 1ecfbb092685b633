import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail, Operations } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { formatInstant } from "../../../time/format-time.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { FiresTable, type FiresTableProps } from "../parts/fires-table.tsx";
import { JobTab } from "./job-search.ts";
import { RequestNote } from "./request-note.tsx";
import { pausedBy } from "../parts/paused-by.ts";
import { Schedule } from "../parts/schedule.tsx";

/** The name and the state of the job, and when it runs next. */
export function JobHeader({ job }: { readonly job: JobDetail }): ReactElement {
  const { key, app, kind, options, pause, appPause, window, differs, origin, inCode, work } = job;
  const { t } = useTranslation();
  return (
    <div className="job-header">
      <div>
        <Group gap={6}>
          <Tag>{t(`kind.${kind}`)}</Tag>
          {options.disabled && <Tag isWarning>{t("jobs.disabled")}</Tag>}
          {pause !== null && <Tag isWarning>{t("jobs.paused")}</Tag>}
          {appPause !== null && <Tag isWarning>{t("jobs.appStopped")}</Tag>}
          {origin === "api" && <Tag hint={t("jobLife.madeHereHint")}>{t("jobLife.madeHere")}</Tag>}
          {origin === "code" && !inCode && (
            <Tag isWarning hint={t("jobLife.notInCodeHint")}>
              {t("jobLife.notInCode")}
            </Tag>
          )}
          {differs.length > 0 && (
            <Anchor
              size="xs"
              className="badge badge-tag badge-warning"
              renderRoot={(props) => (
                <Link to="/jobs/$key" params={{ key }} search={{ tab: JobTab.Options }} {...props} />
              )}
            >
              {t("jobs.differs")}
            </Anchor>
          )}
          {options.tags.map((tag) => (
            <Anchor
              key={tag}
              size="xs"
              c="dimmed"
              className="badge badge-tag"
              renderRoot={(props) => <Link to="/jobs" search={{ tag }} {...props} />}
            >
              {tag}
            </Anchor>
          ))}
          {Object.entries(options.labels).map(([name, value]) => (
            <Tag key={name}>{`${name}=${value}`}</Tag>
          ))}
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          <span className="mono">{key}</span> ·{" "}
          <Anchor
            size="sm"
            c="dimmed"
            underline="always"
            renderRoot={(props) => <Link to="/jobs" search={{ app }} {...props} />}
          >
            {app}
          </Anchor>
          {options.owner !== "" && ` · ${t("option.label.owner")} ${options.owner}`}
        </Text>
        {work["kind"] === "code" && work["handler"] !== key && (
          <Text size="sm" c="dimmed">
            {t("jobLife.runsCodeOf")} <span className="mono">{String(work["handler"])}</span>
          </Text>
        )}
        {work["kind"] === "http" && <RequestNote app={app} work={work} />}
        {options.description !== "" && (
          <Text size="sm" mt={4} className="prewrap">
            {options.description}
          </Text>
        )}
        {pause !== null && <PauseNote pause={pause} />}
        {appPause !== null && <PauseNote pause={appPause} />}
        {window !== null && <WindowNote window={window} />}
        {kind === "recurring" && (
          <div className="job-schedule">
            <Schedule job={job} />
          </div>
        )}
      </div>
      {kind === "recurring" && !options.disabled && pause === null && appPause === null && (
        <NextFires job={job} />
      )}
    </div>
  );
}

function PauseNote({ pause }: { readonly pause: NonNullable<JobDetail["pause"]> }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  return (
    <Text size="sm" mt={4} className="pause-note prewrap">
      {t("job.pausedSince")} <Time at={pause.at} />
      {pause.until !== null && (
        <>
          {" "}
          {t("job.pausedUntil")} <Time at={pause.until} /> (<Relative at={pause.until} />)
        </>
      )}
      {pause.by !== null && ` · ${pausedBy(pause, t, nameOf)}`}
      {pause.note !== null && `: ${pause.note}`}
      {pause.isNew && `: ${t("job.pausedNew")}`}
    </Text>
  );
}

function WindowNote({
  window: { name, until },
}: {
  readonly window: NonNullable<JobDetail["window"]>;
}): ReactElement {
  const { t } = useTranslation();
  return (
    <Text size="sm" mt={4} className="pause-note">
      {t("job.inWindow", { name })}
      {until !== null && (
        <>
          {" "}
          {t("job.pausedUntil")} <Time at={until} /> (<Relative at={until} />)
        </>
      )}
    </Text>
  );
}

const SHOWN_FIRES = 3;

/** What calendars make of the next fires, as a preview says it. */
function onDaysOf(
  { fires, moved, estimated }: Operations["listUpcomingFires"]["answer"],
  timeZone: string,
): NonNullable<FiresTableProps["onDays"]> {
  return {
    fires: fires.map((at, index) => {
      const from = moved[index] ?? null;
      const day = from === null ? null : formatInstant(new Date(from), timeZone).slice(0, 10);
      return {
        at,
        nominal: from ?? at,
        movedBy: day === null ? null : { day, name: null },
        isEstimated: estimated[index] === true,
        together: 1,
      };
    }),
    skipped: [],
  };
}

function NextFires({ job: { key, options } }: { readonly job: JobDetail }): ReactElement | null {
  const { t } = useTranslation();
  const upcoming = useApi("listUpcomingFires", { path: { key }, query: { count: SHOWN_FIRES } });
  const isScheduled = options.cron != null || options.everyMs != null || (options.schedules ?? []).length > 0;
  if (upcoming.data === undefined || !isScheduled) return null;
  return (
    <FiresTable
      title={t("job.nextFires")}
      fires={upcoming.data.fires}
      schedules={upcoming.data.schedules}
      timeZone={options.timeZone ?? "UTC"}
      clockChanges={upcoming.data.clockChanges}
      onDays={onDaysOf(upcoming.data, options.timeZone ?? "UTC")}
    />
  );
}
