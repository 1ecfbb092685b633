import { Skeleton, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatInstant } from "../../../time/format-time.ts";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { StateIcon } from "../../../ui/state-badge.tsx";
import { statusClass, StatusIcon } from "../graph/node-icon.tsx";
import type { NodeRow } from "./node-rows.ts";
import { RowName } from "./row-name.tsx";
import { type HistoryRun, useTaskHistory } from "./use-task-history.ts";
import type { ViewProps } from "./view-props.ts";
import { VirtualTable } from "./virtual-table.tsx";

/** The nodes beside the newest runs of the workflow: the one that fails again and again is a row. */
export function GridView({ task, rows, selected, onSelect }: ViewProps): ReactElement {
  const { t } = useTranslation();
  const history = useTaskHistory(task.instanceId);
  if (history.data === undefined)
    return history.error === null ? <Skeleton height={120} /> : <ErrorState error={history.error} />;
  const { nodes, isComplete } = history.data;
  const places = new Map(nodes.map((id, place) => [id, place]));
  // The newest is nearest to the end, as time goes.
  const runs = history.data.runs.toReversed();
  return (
    <>
      <VirtualTable
        label={t("task.view.history")}
        className="task-grid"
        count={rows.length}
        rowPx={38}
        chosen={rows.findIndex(({ id }) => id === selected)}
        head={
          <>
            <div role="columnheader">{t("task.node")}</div>
            {runs.map((run) => (
              <RunHead key={run.id} run={run} isThis={run.id === task.instanceId} node={selected} />
            ))}
          </>
        }
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <>
              <div role="cell">
                <RowName row={row} isSelected={row.id === selected} onSelect={onSelect} />
              </div>
              {runs.map((run) => (
                <Cell
                  key={run.id}
                  row={row}
                  run={run}
                  place={places.get(row.id)}
                  isThis={run.id === task.instanceId}
                />
              ))}
            </>
          );
        }}
      />
      {!isComplete && (
        <Text size="xs" c="dimmed" mt={4}>
          {t("task.view.incomplete")}
        </Text>
      )}
    </>
  );
}

interface RunHeadProps {
  readonly run: HistoryRun;
  readonly isThis: boolean;
  readonly node: string | null;
}

function RunHead({ run: { id, createdAt, state }, isThis, node }: RunHeadProps): ReactElement {
  const { t } = useTranslation();
  const at = formatInstant(new Date(createdAt));
  const words = t("task.view.runAt", { at, state: t(`state.${state}`) });
  return (
    <div role="columnheader" className="task-grid-run" data-this={isThis || undefined}>
      <RunAnchor
        id={id}
        node={node ?? undefined}
        label={isThis ? `${words} · ${t("task.view.thisRun")}` : words}
      >
        <StateIcon state={state} />
        <span aria-hidden="true">{at.slice(-8, -3)}</span>
      </RunAnchor>
    </div>
  );
}

interface CellProps {
  readonly row: NodeRow;
  readonly run: HistoryRun;
  readonly place: number | undefined;
  readonly isThis: boolean;
}

function Cell({ row, run, place = -1, isThis }: CellProps): ReactElement {
  const { t, i18n } = useTranslation();
  const status = run.states[place] ?? null;
  const ms = run.ms[place] ?? null;
  if (status === null)
    return (
      <div role="cell" className="task-grid-cell dimmed" data-this={isThis || undefined}>
        –
      </div>
    );
  const duration = ms === null ? "" : formatDuration(ms, i18n.language);
  const at = formatInstant(new Date(run.createdAt));
  const state = [t(`task.status.${status}`), ...(duration === "" ? [] : [duration])].join(" · ");
  return (
    <div role="cell" className={`task-grid-cell ${statusClass(status)}`} data-this={isThis || undefined}>
      <RunAnchor id={run.id} node={row.id} label={t("task.view.cell", { node: row.name, at, state })}>
        <StatusIcon status={status} />
        <span aria-hidden="true">{duration}</span>
      </RunAnchor>
    </div>
  );
}

interface RunAnchorProps {
  readonly id: string;
  readonly node: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

/** A link to a node of a run. There are hundreds of them: each is one element and listens to nothing else. */
function RunAnchor({ id, node, label, children }: RunAnchorProps): ReactElement {
  const navigate = useNavigate();
  const to = { to: "/runs/$id", params: { id }, search: { view: "grid", node } } as const;
  const query = new URLSearchParams({ view: "grid", ...(node !== undefined && { node }) });
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(to);
  };
  return (
    <a href={`${encodeURIComponent(id)}?${query}`} aria-label={label} title={label} onClick={open}>
      {children}
    </a>
  );
}
