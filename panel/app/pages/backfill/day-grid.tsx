import { Text, VisuallyHidden } from "@mantine/core";
import { CircleCheck, CircleDashed, LoaderCircle, type LucideIcon, OctagonX } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { between, type DayRange, lookOf, type PlannedDay } from "./day-range.ts";

const ICONS: Readonly<Record<ReturnType<typeof lookOf>, LucideIcon>> = {
  ok: CircleCheck,
  failed: OctagonX,
  missing: CircleDashed,
  open: LoaderCircle,
};
const LOOKS = ["ok", "failed", "missing", "open"] as const;

export interface DayGridProps {
  readonly days: readonly PlannedDay[];
  readonly chosen: DayRange | null;
  readonly onChoose: (range: DayRange) => void;
}

/** The days of a schedule: one is chosen by a click, several by dragging over them or with Shift. */
export function DayGrid({ days, chosen, onChoose }: DayGridProps): ReactElement {
  const { t } = useTranslation();
  const [start, setStart] = useState<number | null>(null);
  if (days.length === 0) return <EmptyState title={t("backfill.nothing")} />;
  const isChosen = (index: number): boolean =>
    chosen !== null && index >= chosen.first && index <= chosen.last;
  return (
    <div>
      <div
        className="day-grid"
        role="group"
        aria-label={t("backfill.days")}
        onPointerLeave={() => setStart(null)}
      >
        {days.map((day, index) => {
          const look = lookOf(day);
          const Icon = ICONS[look];
          return (
            <button
              key={day.day}
              type="button"
              className={`day-cell day-${look}`}
              aria-pressed={isChosen(index)}
              title={t("backfill.day", { ...day })}
              onPointerDown={() => setStart(index)}
              onPointerEnter={({ buttons }) => {
                if (start !== null && buttons === 1) onChoose(between(start, index));
              }}
              onPointerUp={() => setStart(null)}
              onClick={({ shiftKey }) => {
                if (shiftKey && chosen !== null) onChoose(between(chosen.first, index));
                else if (start === null || start === index || !isChosen(index))
                  onChoose(between(index, index));
              }}
            >
              <span className="day-name">{day.day.slice(5)}</span>
              <Icon size={14} aria-hidden="true" />
              <span>
                {day.succeeded}/{day.planned}
              </span>
              <VisuallyHidden>{t(`backfill.${look}`)}</VisuallyHidden>
            </button>
          );
        })}
      </div>
      <Text size="xs" c="dimmed" component="div" className="day-legend">
        {LOOKS.map((look) => {
          const Icon = ICONS[look];
          return (
            <span key={look} className={`day-${look}`}>
              <Icon size={12} aria-hidden="true" /> {t(`backfill.${look}`)}
            </span>
          );
        })}
      </Text>
    </div>
  );
}
