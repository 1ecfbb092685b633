import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Attention } from "../../api/operations.generated.ts";
import type { JobStatusFilter } from "../jobs/list/jobs-search.ts";
import { Relative } from "../../time/time.tsx";
import { SEVERITY_LOOKS } from "../alarms/severity-looks.ts";
import "./attention.css";

export type AttentionKind = Attention["kind"];
type AttentionJob = Attention["jobs"][number];

/** The kinds that show a count for each job. */
const IS_COUNTED: ReadonlySet<AttentionKind> = new Set<AttentionKind>([
  "run_failed",
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
  const { kind, severity, total, jobs } = item;
  const [first] = jobs;
  const { Icon, tone } = SEVERITY_LOOKS[severity];
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
      {leadsOn && first !== undefined && <WayThere kind={kind} jobKey={first.key} runId={first.instanceId} />}
    </li>
  );
}

/** The filter of the list of jobs for each kind. */
const STATUS_OF: Partial<Readonly<Record<AttentionKind, JobStatusFilter>>> = {
  firing_stopped: "late",
  run_failed: "failing",
  no_worker: "no_worker",
  not_in_code: "not_in_code",
  differs: "differs",
};

/** How many are not named, and the way to all of them where there is one. */
function More({ kind, count }: { readonly kind: AttentionKind; readonly count: number }): ReactElement {
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

export interface WayThereProps {
  readonly kind: AttentionKind;
  readonly jobKey: string | null;
  /** The run to look at. */
  readonly runId: string | null;
}

/** The way from what is wrong to where something can be done about it. */
export function WayThere({ kind, jobKey, runId }: WayThereProps): ReactElement | null {
  const { t } = useTranslation();
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
  if (runId !== null)
    return (
      <Link to="/runs/$id" params={{ id: runId }} className={className}>
        {text}
      </Link>
    );
  if (jobKey === null) return null;
  return (
    <Link
      to="/jobs/$key"
      params={{ key: jobKey }}
      search={kind === "differs" ? { tab: "options" } : {}}
      className={className}
    >
      {text}
    </Link>
  );
}
