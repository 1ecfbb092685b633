import { Table, UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { Duration } from "../../../time/duration.tsx";
import { formatDuration } from "../../../time/format-time.ts";
import { Time } from "../../../time/time.tsx";
import { useNow } from "../../../time/use-now.ts";
import { StateBadge, stateClass } from "../../../ui/state-badge.tsx";
import { nameInRun } from "../parts/name-in-run.ts";
import { reasonWords } from "../../../ui/failure/reason-words.ts";
import { WorkerName } from "../parts/worker-name.tsx";
import { Phase, type Timeline, timelineOf } from "../parts/timeline.ts";

const SHOWN = 12;
const TOTALS = [Phase.Waiting, Phase.Queued, Phase.Running] as const;

/** The states of a run, one row each, and how its time was spent. */
export function RunTimeline({ run }: { readonly run: Instance }): ReactElement {
  const { t, i18n } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const timeline = timelineOf(run.history, useNow());
  const { steps } = timeline;
  const hidden = isWhole ? 0 : Math.max(0, steps.length - SHOWN);
  return (
    <>
      <TimelineBar timeline={timeline} />
      {hidden > 0 && (
        <UnstyledButton className="json-more" onClick={() => setWhole(true)}>
          {t("instances.showMore", { count: hidden })}
        </UnstyledButton>
      )}
      <Table className="data-table timeline" verticalSpacing={4}>
        <Table.Thead className="visually-hidden">
          <Table.Tr>
            {(["state", "started", "duration", "attempt", "worker", "reason"] as const).map((name) => (
              <Table.Th key={name}>{t(`instances.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.slice(hidden).map(({ entry, ms, isCurrent }, index, shown) => {
            // No retry follows: nothing waits for one, and nothing took time.
            const isLast = entry.to === "Failed" && shown[index + 1]?.entry.to === "Terminated";
            return (
              <Table.Tr key={`${entry.at} ${entry.to} ${entry.attempt}`}>
                <Table.Td className="timeline-state">
                  <StateBadge state={entry.to} {...(isLast && { label: t("instances.attemptFailed") })} />
                </Table.Td>
                <Table.Td className="timeline-at dimmed">
                  <Time at={entry.at} />
                </Table.Td>
                <Table.Td className="timeline-ms" ta="end">
                  {ms !== null && !isLast && (
                    <span className={isCurrent ? stateClass(entry.to) : undefined}>
                      <Duration ms={ms} />
                    </span>
                  )}
                </Table.Td>
                <Table.Td className="timeline-attempt dimmed" visibleFrom="xs">
                  {entry.attempt > 0 && `#${entry.attempt}`}
                </Table.Td>
                <Table.Td className="dimmed" visibleFrom="sm">
                  {entry.worker !== null && (
                    <WorkerName id={entry.worker} name={nameInRun(run, entry.worker)} />
                  )}
                </Table.Td>
                <Table.Td className="timeline-reason">{reasonWords(entry, i18n.language)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** The shares of time as one bar; every share keeps a visible width. */
function TimelineBar({ timeline: { steps, totals } }: { readonly timeline: Timeline }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const parts = TOTALS.filter((phase) => totals[phase] > 0);
  if (parts.length === 0) return null;
  return (
    <div className="timeline-bar">
      <div className="timeline-track" aria-hidden="true">
        {steps.map(
          ({ entry, phase, ms }, index) =>
            ms !== null &&
            ms > 0 && (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a history only grows at its end
                key={index}
                className={`timeline-part ${stateClass(entry.to)}`}
                data-phase={phase}
                style={{ flexGrow: ms }}
                title={`${t(`state.${entry.to}`)} · ${formatDuration(ms, i18n.language)}`}
              />
            ),
        )}
      </div>
      <ul className="timeline-totals">
        {parts.map((phase) => (
          <li key={phase} data-phase={phase}>
            {t(`instances.phase.${phase}`)} <Duration ms={totals[phase]} />
          </li>
        ))}
      </ul>
    </div>
  );
}
