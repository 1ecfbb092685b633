import type { ReactElement } from "react";
import { type JobState, stateClass } from "../state-badge.tsx";
import "./chart.css";

export interface Bar {
  readonly key: string;
  /** The bar's content in words. */
  readonly title: string;
  readonly parts: readonly { readonly state: JobState; readonly value: number }[];
}

export interface BarChartProps {
  readonly label: string;
  /** Oldest first; the last one is drawn at the right end. */
  readonly bars: readonly Bar[];
  /** How many have a place. */
  readonly places: number;
  /** The value of the highest bar, in words. */
  readonly top: string;
  readonly from?: string;
  readonly to?: string;
  /** The marks below the bars of events in the meantime. @default nothing */
  readonly marks?: ChartMarks;
  /** Is called with the position of a bar that is clicked; what it leads to has links elsewhere, for the keyboard. @default nothing */
  readonly onOpen?: (index: number) => void;
}

export interface ChartMarks {
  readonly label: string;
  /** The bars at which something happened. */
  readonly lines: readonly number[];
  /** Each at the middle of a bar, or between two. */
  readonly items: readonly { readonly index: number; readonly element: ReactElement }[];
}

const HEIGHT = 110;
const PLACE = 10;
/** Fewer bars are no wider. */
const FEWEST = 60;

/** Bars in the colours of states. */
export function BarChart({ label, bars, places, top, from, to, marks, onOpen }: BarChartProps): ReactElement {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const shown = Math.min(places, Math.max(FEWEST, bars.length));
  const middleOf = (index: number): number => shown - bars.length + index + 0.5;
  return (
    <figure className="bar-chart">
      <figcaption className="bar-chart-top">{top}</figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${shown * PLACE} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
      >
        {bars.map(({ key, title, parts }, index) => {
          let bottom = HEIGHT;
          return (
            <g key={key} data-opens={onOpen !== undefined || undefined} onClick={() => onOpen?.(index)}>
              <title>{title}</title>
              {onOpen !== undefined && (
                <rect
                  x={(shown - bars.length + index) * PLACE}
                  y={0}
                  width={PLACE}
                  height={HEIGHT}
                  fill="transparent"
                />
              )}
              {parts.map(({ state, value }) => {
                const height = Math.max(2, (value / most) * (HEIGHT - 4));
                bottom -= height;
                return (
                  <rect
                    key={state}
                    className={stateClass(state)}
                    x={(shown - bars.length + index) * PLACE + 1}
                    y={bottom}
                    width={PLACE - 2}
                    height={height}
                    fill="currentColor"
                  />
                );
              })}
            </g>
          );
        })}
        {marks?.lines.map((index) => (
          <line
            key={index}
            className="chart-mark-line"
            x1={middleOf(index) * PLACE}
            x2={middleOf(index) * PLACE}
            y1={0}
            y2={HEIGHT}
            stroke="currentColor"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {marks !== undefined && marks.items.length > 0 && (
        <ul className="chart-marks" aria-label={marks.label}>
          {marks.items.map(({ index, element }) => (
            <li key={index} style={{ insetInlineStart: `${(middleOf(index) / shown) * 100}%` }}>
              {element}
            </li>
          ))}
        </ul>
      )}
      {from !== undefined && (
        <div className="bar-chart-ends">
          <span>{from}</span>
          <span>{to}</span>
        </div>
      )}
    </figure>
  );
}
