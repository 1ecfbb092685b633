import { UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../../time/duration.tsx";
import { NodeBadge } from "../graph/node-icon.tsx";
import { afterWords } from "../run/after-words.ts";
import { nodeNote } from "../run/node-note.ts";
import { waitWords } from "../run/wait-words.ts";
import { type NodeRow, type RowOrder, sortRows } from "./node-rows.ts";
import { RowName } from "./row-name.tsx";
import type { ViewProps } from "./view-props.ts";
import { VirtualTable } from "./virtual-table.tsx";
import "../../../ui/table/table.css";

/** The nodes of a run as a table: as much as the drawing says, and how long each took. It is a tree while it has the order of the body. */
export function ListView({ task, rows, selected, onSelect }: ViewProps): ReactElement {
  const { t } = useTranslation();
  const [order, setOrder] = useState<RowOrder>("body");
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const all = useMemo(() => rows.map(({ body }) => body), [rows]);
  const head = (by: RowOrder, words: string): ReactElement => (
    <Head by={by} words={words} order={order} onOrder={setOrder} />
  );
  return (
    <VirtualTable
      label={t("task.nodes")}
      className="task-list"
      count={sorted.length}
      rowPx={36}
      chosen={sorted.findIndex(({ id }) => id === selected)}
      head={
        <>
          {head("name", t("task.node"))}
          {head("start", t("task.state"))}
          <div role="columnheader" className="task-wide-only">
            {t("task.after")}
          </div>
          {head("length", t("task.duration"))}
        </>
      }
      renderRow={(index) => {
        const row = sorted[index];
        if (row === undefined) return null;
        const note = nodeNote(row.node, t);
        const why = waitWords(task, row.node, all, t);
        return (
          <>
            <div role="cell">
              <RowName
                row={row}
                isSelected={row.id === selected}
                onSelect={onSelect}
                isIndented={order === "body"}
              />
            </div>
            <div role="cell">
              <NodeBadge status={row.status} />
              {note !== null && <span className="dimmed"> {note}</span>}
              {why !== null && <div className="dimmed task-why">{why}</div>}
            </div>
            <div role="cell" className="task-wide-only dimmed">
              {afterWords(row.body, all, t)}
            </div>
            <div role="cell">
              <Took row={row} />
            </div>
          </>
        );
      }}
    />
  );
}

function Took({ row: { ms, times } }: { readonly row: NodeRow }): ReactElement {
  if (ms === null) return <span className="dimmed">–</span>;
  return (
    <span className={times?.endedMs === null ? "state-processing" : undefined}>
      <Duration ms={ms} />
    </span>
  );
}

interface HeadProps {
  readonly by: RowOrder;
  readonly words: string;
  readonly order: RowOrder;
  readonly onOrder: (order: RowOrder) => void;
}

/** A column's head that orders the rows by it, and once more as the body has them. */
function Head({ by, words, order, onOrder }: HeadProps): ReactElement {
  const isSorted = order === by;
  const down = by === "length" ? "descending" : "ascending";
  const Arrow = !isSorted ? ChevronsUpDown : by === "length" ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-sort={isSorted ? down : "none"}>
      <UnstyledButton
        className="sort-head"
        data-sorted={isSorted}
        onClick={() => onOrder(isSorted ? "body" : by)}
      >
        {words}
        <Arrow size={12} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
