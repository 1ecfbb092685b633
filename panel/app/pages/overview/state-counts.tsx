import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/operations.generated.ts";
import { type JobState, StateBadge } from "../../ui/state-badge.tsx";

/** The states: open ones first, in the order of a run's life; then the ends. */
const ORDER: readonly JobState[] = [
  "Scheduled",
  "Enqueued",
  "Processing",
  "Failed",
  "Succeeded",
  "Terminated",
  "Cancelled",
  "Skipped",
];

/** Explains the numbers whose names alone are ambiguous. */
const HINTS = {
  Failed: "overview.willRetry",
  Succeeded: "overview.ofKept",
  Terminated: "overview.forGood",
} as const;

/** How many runs are in each state; each leads to them. */
export function StateCounts({ counts }: { readonly counts: Overview["counts"] }): ReactElement {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <nav className="state-counts" aria-label={t("overview.states")}>
      {ORDER.map((state) => (
        <Link
          key={state}
          to="/runs"
          search={{ state: [state] }}
          className="state-count"
          data-empty={counts[state] === 0}
        >
          <span className="state-count-number">{format.format(counts[state])}</span>
          <span className="state-count-name">
            <StateBadge state={state} />
            {state in HINTS && (
              <span className="state-count-hint">{t(HINTS[state as keyof typeof HINTS])}</span>
            )}
          </span>
        </Link>
      ))}
    </nav>
  );
}
