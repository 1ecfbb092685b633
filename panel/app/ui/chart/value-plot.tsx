import { type PointerEvent, type ReactElement, useState } from "react";
import { plotSegments } from "./plot-segments.ts";
import "./chart.css";

/** A value and the most of it, in one step. */
export interface PlottedValue {
  readonly atMs: number;
  readonly value: number;
  /** @default as `value` */
  readonly most?: number;
}

export interface ValuePlotProps {
  readonly name: string;
  /** Its content in words. */
  readonly label: string;
  /** The earliest first. */
  readonly values: readonly PlottedValue[];
  /** The values as a person reads them, beside the name. */
  readonly summary: string;
  /** The ends of the time. */
  readonly fromMs: number;
  readonly toMs: number;
  /** What a value is in words, of the one that is pointed at. */
  readonly describe: (value: PlottedValue) => string;
  readonly ends: readonly [from: string, to: string];
}

const WIDTH = 400;
const HEIGHT = 64;

/** A value over time: a line, and a lighter one for the most in each step. Where nothing was measured there is a gap. */
export function ValuePlot(props: ValuePlotProps): ReactElement {
  const { name, label, values, summary, fromMs, toMs, describe, ends } = props;
  const [pointed, setPointed] = useState<PlottedValue | null>(null);
  const highest = Math.max(Number.MIN_VALUE, ...values.map(({ value, most = value }) => most));
  const xOf = (atMs: number): number => ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH;
  const yOf = (value: number): number => HEIGHT - 2 - (value / highest) * (HEIGHT - 6);
  const line = (of: (one: PlottedValue) => number, segment: readonly PlottedValue[]): string =>
    segment.map((one) => `${xOf(one.atMs).toFixed(1)},${yOf(of(one)).toFixed(1)}`).join(" ");
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const atMs = fromMs + ((event.clientX - left) / width) * (toMs - fromMs);
    const near = values.reduce<PlottedValue | null>(
      (best, one) => (best === null || Math.abs(one.atMs - atMs) < Math.abs(best.atMs - atMs) ? one : best),
      null,
    );
    setPointed(near);
  };
  return (
    <figure className="value-plot">
      <figcaption className="value-plot-head">
        <b>{name}</b>
        <span className="dimmed">{pointed === null ? summary : describe(pointed)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {plotSegments(values).map((segment) => {
          const key = segment[0]?.atMs;
          // A step of its own would be no line.
          const drawn = segment.length === 1 ? [...segment, shifted(segment, toMs - fromMs)] : segment;
          return (
            <g key={key} fill="none">
              <polyline className="value-plot-most" points={line(({ value, most = value }) => most, drawn)} />
              <polyline className="value-plot-line" points={line(({ value }) => value, drawn)} />
            </g>
          );
        })}
      </svg>
      <div className="bar-chart-ends">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </figure>
  );
}

/** The same value a little later, so that it is seen. */
function shifted([one]: readonly PlottedValue[], lengthMs: number): PlottedValue {
  return one === undefined ? { atMs: 0, value: 0 } : { ...one, atMs: one.atMs + lengthMs / 200 };
}
