import { NativeSelect } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../../time/duration.tsx";
import { formatDuration } from "../../../time/format-time.ts";
import { statusClass, StatusIcon } from "../graph/node-icon.tsx";
import { type Moments, useShown } from "../run/shown-run.ts";
import { type NodeRow, type RowOrder, sortRows } from "./node-rows.ts";
import { RowName } from "./row-name.tsx";
import { placeOf, scaleOf, ticksOf, type TimeScale } from "./time-scale.ts";
import { usualMs, useTaskHistory } from "./use-task-history.ts";
import type { ViewProps } from "./view-props.ts";
import { VirtualTable } from "./virtual-table.tsx";

const ORDERS = ["start", "length", "name"] as const satisfies readonly RowOrder[];

export interface TimeViewProps extends ViewProps {
  /** `false` for a file and a moment of the past, which are shown without what is usual. */
  readonly isLive: boolean;
}

/** When each node waited and was executed, beside how long it usually takes. */
export function TimeView({ task, rows, nowMs, selected, onSelect, isLive }: TimeViewProps): ReactElement {
  const { t } = useTranslation();
  const [order, setOrder] = useState<RowOrder>("start");
  const history = useTaskHistory(task.instanceId, isLive).data;
  const usual = useMemo(() => usualMs(history, task.instanceId), [history, task.instanceId]);
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const scale = useMemo(() => scaleOf(rows, nowMs), [rows, nowMs]) ?? { fromMs: 0, untilMs: 1 };
  return (
    <>
      <NativeSelect
        size="xs"
        className="task-order"
        aria-label={t("task.view.order")}
        value={order}
        onChange={({ currentTarget: { value } }) => setOrder(ORDERS.find((one) => one === value) ?? "start")}
        data={ORDERS.map((value) => ({ value, label: t(`task.view.orderBy.${value}`) }))}
      />
      <VirtualTable
        label={t("task.nodes")}
        className="task-time"
        count={sorted.length}
        rowPx={30}
        chosen={sorted.findIndex(({ id }) => id === selected)}
        head={
          <>
            <div role="columnheader">{t("task.node")}</div>
            <div role="columnheader">{t("task.duration")}</div>
            <div role="columnheader" className="task-time-axis">
              <Axis scale={scale} />
            </div>
          </>
        }
        renderRow={(index) => {
          const row = sorted[index];
          if (row === undefined) return null;
          return (
            <>
              <div role="cell">
                <RowName row={row} isSelected={row.id === selected} onSelect={onSelect} />
              </div>
              <div role="cell" className={`task-time-ms ${statusClass(row.status)}`}>
                <StatusIcon status={row.status} />
                <span className="visually-hidden">{t(`task.status.${row.status}`)}</span>
                {row.ms === null ? <span className="dimmed">–</span> : <Duration ms={row.ms} />}
              </div>
              <div role="cell" className="task-time-track">
                <Track row={row} scale={scale} nowMs={nowMs} usually={usual.get(row.id)} />
              </div>
            </>
          );
        }}
      />
    </>
  );
}

/** Behind it there is no room for words. */
const MOST_PLACE = 0.9;

function Axis({ scale }: { readonly scale: TimeScale }): ReactElement {
  const { i18n } = useTranslation();
  return (
    <>
      {ticksOf(scale)
        .filter((ms) => placeOf(scale, scale.fromMs + ms) < MOST_PLACE)
        .map((ms) => (
          <span key={ms} style={{ insetInlineStart: `${placeOf(scale, scale.fromMs + ms) * 100}%` }}>
            {ms === 0 ? "0" : formatDuration(ms, i18n.language)}
          </span>
        ))}
    </>
  );
}

interface TrackProps {
  readonly row: NodeRow;
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly usually: number | undefined;
}

function Track({ row, scale, nowMs, usually }: TrackProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { moments } = useShown();
  const { id, times, isCritical, status } = row;
  const spans = times?.spans ?? [];
  const along = (
    fromMs: number,
    untilMs: number,
  ): { readonly insetInlineStart: string; readonly width: string } => {
    const start = placeOf(scale, fromMs);
    return {
      insetInlineStart: `${start * 100}%`,
      width: `max(2px, ${(placeOf(scale, untilMs) - start) * 100}%)`,
    };
  };
  const said = [
    ...(isCritical ? [t("task.view.critical")] : []),
    ...(usually === undefined
      ? []
      : [t("task.view.usually", { duration: formatDuration(usually, i18n.language) })]),
  ].join(" · ");
  return (
    <>
      {said !== "" && <span className="visually-hidden">{said}</span>}
      {usually !== undefined && times !== null && times.startedMs !== null && (
        <span
          className="task-time-usual"
          title={said}
          style={along(times.startedMs, times.startedMs + usually)}
        />
      )}
      {spans.map(({ kind, fromMs, untilMs }) => (
        // The log has the same moments as buttons.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          key={`${kind} ${fromMs}`}
          onClick={() => goTo(moments, id, fromMs)}
          data-goes={moments !== null || undefined}
          className={`task-time-span ${statusClass(status)}`}
          data-kind={kind}
          data-critical={isCritical || undefined}
          title={formatDuration((untilMs ?? nowMs) - fromMs, i18n.language)}
          style={along(fromMs, untilMs ?? nowMs)}
        />
      ))}
    </>
  );
}

/** Shows the run as it stood when a node began something. */
function goTo(moments: Moments | null, node: string, fromMs: number): void {
  const began = moments?.facts.find(
    (fact) => "node" in fact && fact.node === node && Date.parse(fact.at) >= fromMs,
  );
  if (began !== undefined) moments?.goTo(began.seq);
}
