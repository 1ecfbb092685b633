import type { ReactElement } from "react";

export interface CountBarsProps {
  readonly label: string;
  /** Of equal spans of time, oldest first. */
  readonly counts: readonly number[];
}

const BAR = 4;
const GAP = 1;
const HEIGHT = 22;
/** A span in which something was counted is seen however few it was. */
const LEAST = 3;

/** When something happened, and how often. */
export function CountBars({ label, counts }: CountBarsProps): ReactElement {
  const most = Math.max(1, ...counts);
  return (
    <svg
      className="count-bars"
      role="img"
      aria-label={label}
      width={counts.length * (BAR + GAP) - GAP}
      height={HEIGHT}
    >
      <title>{label}</title>
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(LEAST, Math.round((count / most) * HEIGHT));
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a span is its place
            key={index}
            data-empty={count === 0 || undefined}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
