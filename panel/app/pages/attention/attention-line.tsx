import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  AlarmClockOff,
  ArrowRight,
  CalendarX,
  CirclePause,
  ClockAlert,
  DatabaseBackup,
  FileX,
  GitCompareArrows,
  Hourglass,
  LockKeyhole,
  type LucideIcon,
  OctagonX,
  Pause,
  SkipForward,
  Unplug,
} from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Attention } from "../../api/operations.generated.ts";
import type { JobStatusFilter } from "../jobs/list/jobs-search.ts";
import { Relative } from "../../time/time.tsx";
import "./attention.css";

type Kind = Attention["kind"];
type AttentionJob = Attention["jobs"][number];

const LOOKS: Readonly<Record<Kind, { readonly Icon: LucideIcon; readonly tone: string }>> = {
  store_restored: { Icon: DatabaseBackup, tone: "state-terminated" },
  firing_late: { Icon: AlarmClockOff, tone: "state-terminated" },
  failing: { Icon: OctagonX, tone: "state-terminated" },
  code_goes_on: { Icon: LockKeyhole, tone: "state-terminated" },
  no_worker: { Icon: Unplug, tone: "state-terminated" },
  app_stopped: { Icon: CirclePause, tone: "tone-warning" },
  waiting: { Icon: Hourglass, tone: "tone-warning" },
  waiting_for_slot: { Icon: Hourglass, tone: "tone-warning" },
  missed: { Icon: CalendarX, tone: "tone-warning" },
  begun_too_late: { Icon: ClockAlert, tone: "tone-warning" },
  overlapped: { Icon: SkipForward, tone: "tone-warning" },
  paused_long: { Icon: Pause, tone: "state-skipped" },
  not_in_code: { Icon: FileX, tone: "tone-warning" },
  differs: { Icon: GitCompareArrows, tone: "state-skipped" },
};

/** The kinds that show a count for each job. */
const IS_COUNTED: ReadonlySet<Kind> = new Set<Kind>([
  "failing",
  "code_goes_on",
  "missed",
  "begun_too_late",
  "overlapped",
]);

export interface AttentionLineProps {
  readonly item: Attention;
  /** Not on the page it would lead to. @default true */
  readonly leadsOn?: boolean;
}

/** One thing to look at: what it is, with which jobs, what to do, and the way there. */
export function AttentionLine({ item, leadsOn = true }: AttentionLineProps): ReactElement {
  const { t } = useTranslation();
  const { kind, total, jobs } = item;
  const { Icon, tone } = LOOKS[kind];
  return (
    <li className="attention-line">
      <Icon size={16} className={`attention-icon ${tone}`} aria-hidden="true" />
      <div className="attention-text">
        <Text size="sm">
          <strong className={tone}>{t(`overview.kind.${kind}`)}</strong>{" "}
          {jobs.map((job, index) => (
            <span key={job.key}>
              {index > 0 && t("common.separator")}
              <JobPart job={job} isCounted={IS_COUNTED.has(kind)} />
            </span>
          ))}
          {total > jobs.length && <More kind={kind} count={total - jobs.length} />}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`overview.todo.${kind}`)}
        </Text>
      </div>
      {leadsOn && <WayThere item={item} />}
    </li>
  );
}

/** The filter of the list of jobs for each kind. */
const STATUS_OF: Partial<Readonly<Record<Kind, JobStatusFilter>>> = {
  firing_late: "late",
  failing: "failing",
  no_worker: "no_worker",
  not_in_code: "not_in_code",
  differs: "differs",
};

/** How many are not named, and the way to all of them where there is one. */
function More({ kind, count }: { readonly kind: Kind; readonly count: number }): ReactElement {
  const { t } = useTranslation();
  const status = STATUS_OF[kind];
  const text = t("overview.more", { count });
  return status === undefined ? (
    <>{text}</>
  ) : (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <Link to="/jobs" search={{ status }} {...props} />}
    >
      {text}
    </Anchor>
  );
}

interface JobPartProps {
  readonly job: AttentionJob;
  readonly isCounted: boolean;
}

function JobPart({
  job: { key, name, count, atLeast, at },
  isCounted: mayCount,
}: JobPartProps): ReactElement {
  const { t } = useTranslation();
  // That it happened once is what the line says already.
  const isCounted = mayCount && count > 1;
  return (
    <>
      <Anchor
        size="sm"
        c="var(--mantine-color-text)"
        underline="always"
        renderRoot={(props) => <Link to="/jobs/$key" params={{ key }} {...props} />}
      >
        {name}
      </Anchor>
      <Text span size="xs" c="dimmed" className="nowrap">
        {isCounted && ` ${atLeast ? t("overview.atLeast", { count }) : t("overview.times", { count })}`}
        {at !== null && (
          <>
            {isCounted ? " · " : " "}
            <Relative at={at} />
          </>
        )}
      </Text>
    </>
  );
}

function WayThere({ item: { kind, jobs } }: { readonly item: Attention }): ReactElement | null {
  const { t } = useTranslation();
  const [first] = jobs;
  if (first === undefined) return null;
  const { key, instanceId } = first;
  const text = (
    <>
      {t(`overview.go.${kind}`)}
      <ArrowRight size={12} aria-hidden="true" />
    </>
  );
  const className = "attention-go";
  if (kind === "no_worker" || kind === "app_stopped")
    return (
      <Link to="/workers" className={className}>
        {text}
      </Link>
    );
  if (kind === "waiting")
    return (
      <Link to="/runs" search={{ state: ["Enqueued"] }} className={className}>
        {text}
      </Link>
    );
  if (instanceId !== null)
    return (
      <Link to="/runs/$id" params={{ id: instanceId }} className={className}>
        {text}
      </Link>
    );
  return (
    <Link
      to="/jobs/$key"
      params={{ key }}
      search={kind === "differs" ? { tab: "options" } : {}}
      className={className}
    >
      {text}
    </Link>
  );
}
