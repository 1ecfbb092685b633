import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from "react";

const OVERSCAN = 8;

export interface VirtualTableProps {
  readonly label: string;
  /** The heads of its columns, each of role `columnheader`. */
  readonly head: ReactNode;
  readonly count: number;
  /** About as high as a row is. */
  readonly rowPx: number;
  /** The cells of a row, each of role `cell`. */
  readonly renderRow: (index: number) => ReactNode;
  /** The row that is chosen, which is brought into view; -1 for none. */
  readonly chosen: number;
  /** Lays out the columns. */
  readonly className: string;
}

/** A table of which only the rows in sight are in the page. Up and Down go from row to row. */
export function VirtualTable(props: VirtualTableProps): ReactElement {
  const { label, head, count, rowPx, renderRow, chosen, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // Drawing at once within each scroll event costs frames.
    useFlushSync: false,
  });
  useEffect(() => {
    if (chosen !== -1) virtual.scrollToIndex(chosen, { align: "auto" });
  }, [chosen, virtual]);
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    const next = Number(row?.dataset["index"]) + step;
    if (step === 0 || row === null || next < 0 || next >= count) return;
    event.preventDefault();
    // Rows beside the ones in sight are in the page already.
    const found = scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] :is(a, button)`);
    virtual.scrollToIndex(next, { align: "auto" });
    found?.focus({ preventScroll: true });
  };
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} className={`task-table ${className}`}>
      <div className="task-table-scroll" ref={scroller} onKeyDown={walk} role="presentation">
        <div role="rowgroup" className="task-table-head">
          <div role="row" aria-rowindex={1} className="task-row">
            {head}
          </div>
        </div>
        <div role="rowgroup" className="task-table-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              data-selected={index === chosen || undefined}
              ref={virtual.measureElement}
              className="task-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderRow(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
