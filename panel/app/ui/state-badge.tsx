import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  SkipForward,
} from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceEvent } from "../api/operations.generated.ts";

export type JobState = InstanceEvent["state"];

/** Every state has a shape of its own, because many people cannot tell the colours apart. */
const ICONS: Readonly<Record<JobState, LucideIcon>> = {
  Scheduled: CalendarClock,
  Enqueued: Hourglass,
  Processing: LoaderCircle,
  Succeeded: CircleCheck,
  Failed: CircleX,
  Terminated: OctagonX,
  Skipped: SkipForward,
  Cancelled: Ban,
};

export const JOB_STATES = Object.keys(ICONS) as readonly JobState[];

/** The class that gives `currentColor` the state's colour, in light and dark. */
export function stateClass(state: JobState): string {
  return `state-${state.toLowerCase()}`;
}

/** A run's state as its shape and colour, beside its word. */
export function StateIcon({
  state,
  size = 14,
}: {
  readonly state: JobState;
  readonly size?: number;
}): ReactElement {
  const Icon = ICONS[state];
  return (
    <span className={`badge ${stateClass(state)}`}>
      <Icon size={size} aria-hidden="true" className="badge-icon" />
    </span>
  );
}

export interface StateBadgeProps {
  readonly state: JobState;
  /** @default the state's name */
  readonly label?: string;
}

/** A run's state: colour, shape and word. */
export function StateBadge({ state, label }: StateBadgeProps): ReactElement {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <span className={`badge ${stateClass(state)}`}>
      <Icon size={14} aria-hidden="true" className="badge-icon" />
      {label ?? t(`state.${state}`)}
    </span>
  );
}
