import type { ReactElement } from "react";

export interface LevelLineProps {
  /** Oldest first; 1 is the full height unless one is larger. */
  readonly levels: readonly number[];
  readonly label: string;
}

const WIDTH = 80;
const HEIGHT = 18;

/** A value over time, as a small line. */
export function LevelLine({ levels, label }: LevelLineProps): ReactElement {
  const highest = Math.max(1, ...levels);
  const step = WIDTH / Math.max(1, levels.length - 1);
  const points = levels.map(
    (level, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 1 - (HEIGHT - 2) * (level / highest)).toFixed(1)}`,
  );
  return (
    <svg className="sparkline" role="img" aria-label={label} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      <polyline points={points.join(" ")} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  );
}
