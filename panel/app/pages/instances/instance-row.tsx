import { Anchor, Checkbox, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceSummary } from "../../api/operations.generated.ts";
import { Relative, Time } from "../../time/time.tsx";
import { StateBadge, StateIcon } from "../../ui/state-badge.tsx";
import { RunDuration } from "./run-duration.tsx";
import { WorkerName } from "./worker-name.tsx";
import { runNote } from "./run-note.ts";

export interface InstanceRowProps {
  readonly run: InstanceSummary;
  /** The job's. */
  readonly name: string;
  readonly isTicked: boolean;
  readonly onTick: (id: string, isTicked: boolean) => void;
}

/** A run in one line. Drawn anew only when the run changed. */
export const InstanceRow = memo(function InstanceRow({
  run,
  name,
  isTicked,
  onTick,
}: InstanceRowProps): ReactElement {
  const { t } = useTranslation();
  const { id, jobKey, state, trigger, attempt, retryCount, worker, createdAt, startedAt } = run;
  const note = runNote(run, t);
  return (
    <Table.Tr data-run={id} data-ticked={isTicked || undefined}>
      <Table.Td className="runs-tick">
        <Checkbox
          size="xs"
          aria-label={t("instances.select", { job: name, state: t(`state.${state}`) })}
          checked={isTicked}
          onChange={({ currentTarget: { checked } }) => onTick(id, checked)}
        />
      </Table.Td>
      <Table.Td className="runs-state">
        <span className="wide-only">
          <StateBadge state={state} />
        </span>
        <span className="narrow-only" title={t(`state.${state}`)}>
          <StateIcon state={state} size={16} />
          <span className="visually-hidden">{t(`state.${state}`)}</span>
        </span>
      </Table.Td>
      <Table.Td className="one-line">
        <Anchor
          fw={600}
          size="sm"
          c="var(--mantine-color-text)"
          title={`${name}\n${jobKey}\n${id}`}
          renderRoot={(props) => <Link to="/instances/$id" params={{ id }} {...props} />}
        >
          {name}
        </Anchor>
        {name !== jobKey && <span className="mono dimmed runs-key">{jobKey}</span>}
      </Table.Td>
      <Table.Td visibleFrom="sm" className="runs-trigger one-line">
        {t(`instances.triggerType.${trigger.type}`)}
      </Table.Td>
      <Table.Td className="runs-started one-line">
        <Started run={run} at={startedAt ?? createdAt} />
      </Table.Td>
      <Table.Td ta="end" className="runs-duration">
        <RunDuration run={run} />
      </Table.Td>
      <Table.Td ta="end" visibleFrom="md" className="runs-attempt">
        {attempt > 0 && (
          <Text span size="sm" c={attempt > 1 ? "var(--warning)" : "dimmed"}>
            {attempt}/{retryCount + 1}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="lg" className="runs-worker one-line">
        {worker !== null && <WorkerName id={worker} />}
      </Table.Td>
      <Table.Td visibleFrom="sm" className="one-line" title={note?.text ?? ""}>
        {note && <span className={note.isWarning ? "warning" : "dimmed"}>{note.text}</span>}
      </Table.Td>
    </Table.Tr>
  );
});

/** When it began; before that, when it is to. */
function Started({
  run: { state, scheduledFor, startedAt },
  at,
}: {
  readonly run: InstanceSummary;
  readonly at: string;
}): ReactElement {
  if (state === "Scheduled" && scheduledFor !== null)
    return (
      <span className="dimmed">
        <Relative at={scheduledFor} />
      </span>
    );
  return (
    <span className={startedAt === null ? "dimmed" : undefined}>
      <span className="wide-only">
        <Time at={at} />
      </span>
      <span className="narrow-only">
        <Relative at={at} />
      </span>
    </span>
  );
}
