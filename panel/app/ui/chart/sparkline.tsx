import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type JobState, JOB_STATES, stateClass } from "../state-badge.tsx";

export interface SparklineProps {
  /** Newest first, as the API lists them. */
  readonly runs: readonly { readonly state: JobState; readonly ms: number }[];
  /** How many have a place. */
  readonly places?: number;
}

const BAR = 5;
const GAP = 2;
const HEIGHT = 22;

/** Recent runs, the newest at the right: colour says how each ended, height how long it took beside the others. */
export function Sparkline({ runs, places = 12 }: SparklineProps): ReactElement {
  const { t } = useTranslation();
  const shown = runs.slice(0, places).toReversed();
  const durations = shown.map(({ ms }) => ms);
  const longest = Math.max(1, ...durations);
  const width = places * (BAR + GAP) - GAP;
  const summary = JOB_STATES.map((state) => ({
    state,
    count: shown.filter((run) => run.state === state).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${t(`state.${state}`)}`)
    .join(", ");
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={summary === "" ? t("common.none") : summary}
      width={width}
      height={HEIGHT}
    >
      <title>{summary}</title>
      {shown.map((run, index) => {
        const height = Math.round(5 + (HEIGHT - 5) * ((durations[index] ?? 0) / longest));
        return (
          <rect
            key={index}
            className={stateClass(run.state)}
            x={(places - shown.length + index) * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
