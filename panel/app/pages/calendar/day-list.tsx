import { Anchor, Button, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../time/duration.tsx";
import { Time } from "../../time/time.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import type { Timeline, TimelineFire, TimelineRun } from "./day-sums.ts";
import { FireDialog } from "./fire-dialog.tsx";

const PAGE = 100;

type Entry =
  | { readonly at: string; readonly run: TimelineRun; readonly fire: null }
  | { readonly at: string; readonly run: null; readonly fire: TimelineFire };

/** The runs and fires of a day or an hour, by time; a fire that is to come is clicked to decide about it. */
export function DayList({ timeline }: { readonly timeline: Timeline }): ReactElement {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PAGE);
  const { runs, fires } = timeline;
  if (runs === null || fires === null) return <EmptyState title={t("calendar.tooMany")} />;
  const entries = [
    ...runs.map((run): Entry => ({ at: run.at, run, fire: null })),
    ...fires.map((fire): Entry => ({ at: fire.at, run: null, fire })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (entries.length === 0) return <EmptyState title={t("calendar.nothing")} />;
  return (
    <>
      <Table className="data-table list-table" aria-label={t("calendar.list")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("calendar.at")}</Table.Th>
            <Table.Th>{t("calendar.job")}</Table.Th>
            <Table.Th className="wide-cell">{t("instances.app")}</Table.Th>
            <Table.Th className="wide-cell">{t("calendar.usual")}</Table.Th>
            <Table.Th>{t("calendar.state")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries
            .slice(0, shown)
            .map((entry) =>
              entry.fire === null ? (
                <RunRow key={`run ${entry.run.id}`} run={entry.run} />
              ) : (
                <FireRow key={`fire ${entry.fire.runId}`} fire={entry.fire} />
              ),
            )}
        </Table.Tbody>
      </Table>
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + PAGE)}>
          {t("calendar.more", { count: entries.length - shown })}
        </Button>
      )}
    </>
  );
}

function JobLink({ jobKey }: { readonly jobKey: string }): ReactElement {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}>
      {jobKey}
    </Anchor>
  );
}

function RunRow({ run }: { readonly run: TimelineRun }): ReactElement {
  const { id, jobKey, app, state, at, endedAt } = run;
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>
        <JobLink jobKey={jobKey} />
      </Table.Td>
      <Table.Td className="wide-cell">{app}</Table.Td>
      <Table.Td className="wide-cell">
        {endedAt !== null && <Duration ms={Date.parse(endedAt) - Date.parse(at)} />}
      </Table.Td>
      <Table.Td>
        <Anchor c="inherit" renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}>
          <StateBadge state={state as Parameters<typeof StateBadge>[0]["state"]} />
        </Anchor>
      </Table.Td>
    </Table.Tr>
  );
}

function FireRow({ fire }: { readonly fire: TimelineFire }): ReactElement {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { jobKey, app, at, usualMs, action, runId } = fire;
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>
        <JobLink jobKey={jobKey} />
      </Table.Td>
      <Table.Td className="wide-cell">{app}</Table.Td>
      <Table.Td className="wide-cell">{usualMs !== null && <Duration ms={usualMs} />}</Table.Td>
      <Table.Td>
        {action === null ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t("calendar.decideOf", { jobKey, at })}
            onClick={() => setOpen(true)}
          >
            {t("calendar.coming")}
          </Button>
        ) : (
          <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id: runId }} {...props} />}>
            {t(`calendar.decided.${action}`)}
          </Anchor>
        )}
        {isOpen && <FireDialog fire={fire} onClose={() => setOpen(false)} />}
      </Table.Td>
    </Table.Tr>
  );
}
