import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BellRing, List, RotateCcw } from "lucide-react";
import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiRequest } from "../../api/call-api.ts";
import { Relative, Time } from "../../time/time.tsx";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { useRefusal } from "../../session/use-may.ts";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { CountBars } from "../../ui/chart/count-bars.tsx";
import { summaryWords } from "../../ui/failure/reason-words.ts";
import { searchOfCause } from "./cause-search.ts";
import { FailedJobs } from "./failed-jobs.tsx";
import type { FailedJob, FailureGroup } from "./failure-group.ts";
import { MuteMenu } from "./mute-menu.tsx";

export interface FailureRowProps {
  readonly group: FailureGroup;
  /** Since when failures are counted. */
  readonly from: string;
  readonly isMuted: boolean;
  readonly onChange: (groupId: string, changed: NonNullable<ApiRequest<"handleFailure">["body"]>) => void;
  /** @param job only its runs; without it those of all jobs */
  readonly onRerun: (group: FailureGroup, job?: FailedJob) => void;
}

/** One cause of failures: how often, in which jobs, since when, with which arguments, and what can be done about it. */
export const FailureRow = memo(function FailureRow({
  group,
  from,
  isMuted,
  onChange,
  onRerun,
}: FailureRowProps): ReactElement {
  const { t, i18n } = useTranslation();
  const nameOf = useNameOfActor();
  const { error, count, firstAt, lastAt, newestId, args, spans, handled, rerun, jobs, jobCount } = group;
  const isHidden = group.cause === null;
  const mayNotRerun = useRefusal("runs:rerun");
  // A group is run again by its cause.
  const mayNotRead = useRefusal("payloads:read");
  const title = error === null ? t("failures.noError") : summaryWords(error, i18n.language);
  const name = jobCount === 1 ? (jobs[0]?.jobName ?? jobs[0]?.jobKey ?? title) : title;
  const note = handled?.note ?? "";
  return (
    <li className="failure" data-muted={isMuted || undefined}>
      <div className="failure-count" title={t("failures.runs", { count })}>
        {count}
        <span className="visually-hidden">{t("failures.runs", { count })}</span>
      </div>
      <div className="failure-text">
        <Anchor
          fw={600}
          size="sm"
          c="var(--mantine-color-text)"
          renderRoot={(props) => <Link to="/runs/$id" params={{ id: newestId }} {...props} />}
        >
          {title}
        </Anchor>
        {isHidden && <HiddenPart part="error" />}
        <Text size="xs" c="dimmed" component="div">
          <FailedJobs group={group} from={from} onRerun={onRerun} />
          {jobCount === 1 && " · "}
          {t("failures.last")} <Relative at={lastAt} />
          {count > 1 && (
            <>
              {" · "}
              {t("failures.first")} <Relative at={firstAt} />
            </>
          )}
          {" · "}
          <RunsOfCause group={group} from={from} />
          {group.number !== null && <span className="mono"> · {group.number}</span>}
        </Text>

        {rerun > 0 && (
          <Text size="xs" c="var(--state-succeeded)">
            {t("failures.rerunOf", { count: rerun })}
          </Text>
        )}
        {args.length > 0 && (
          <Text size="xs" c="dimmed" className="mono failure-args">
            {args.join("  ")}
          </Text>
        )}
        <input
          className="failure-note"
          aria-label={t("failures.noteOf", { name })}
          placeholder={t("failures.note")}
          key={note}
          defaultValue={note}
          maxLength={500}
          disabled={mayNotRerun !== null}
          title={mayNotRerun ?? undefined}
          onBlur={({ currentTarget: { value } }) => {
            if (value !== note) onChange(group.id, { note: value });
          }}
        />
        {handled !== null && handled.by !== null && (
          <Text size="xs" c="dimmed">
            {t("failures.handledBy", { by: nameOf(handled.by) })} <Relative at={handled.at} />
          </Text>
        )}
      </div>
      <CountBars label={t("failures.spans")} counts={spans} />
      <Group gap={6} className="failure-actions">
        <RefusableButton
          variant="default"
          size="compact-sm"
          refusal={mayNotRerun ?? mayNotRead}
          leftSection={<RotateCcw size={13} aria-hidden="true" />}
          onClick={() => onRerun(group)}
        >
          {rerun >= count ? t("failures.rerunAll") : t("failures.rerun", { count: count - rerun })}
        </RefusableButton>
        {isMuted ? (
          <RefusableButton
            variant="subtle"
            refusal={mayNotRerun}
            size="compact-sm"
            leftSection={<BellRing size={13} aria-hidden="true" />}
            onClick={() => onChange(group.id, { mutedAt: null })}
          >
            {t("failures.unmute")}
          </RefusableButton>
        ) : (
          <MuteMenu
            refusal={mayNotRerun}
            lastAt={lastAt}
            onMute={(mutedAt) => onChange(group.id, { mutedAt })}
          />
        )}
        {isMuted && handled !== null && handled.mutedAt !== null && handled.mutedAt > lastAt && (
          <Text size="xs" c="dimmed">
            {t("failures.mutedUntil")} <Time at={handled.mutedAt} />
          </Text>
        )}
      </Group>
    </li>
  );
});

/** Where the runs of a group are listed: by what their errors have in common, in the time that is looked at. */
function RunsOfCause({
  group: { cause, jobs, jobCount },
  from,
}: Pick<FailureRowProps, "group" | "from">): ReactElement | null {
  const { t } = useTranslation();
  const search = cause === null ? null : searchOfCause(cause);
  const only = jobCount === 1 ? jobs[0]?.jobKey : undefined;
  if (search === null && only === undefined) return null;
  return (
    <Anchor
      size="xs"
      className="failure-runs"
      renderRoot={(props) => (
        <Link
          to="/runs"
          search={{
            state: ["Terminated"],
            from,
            ...(search !== null && { search }),
            ...(only !== undefined && { jobKey: only }),
          }}
          {...props}
        />
      )}
    >
      <List size={12} aria-hidden="true" /> {t("failures.listRuns")}
    </Anchor>
  );
}
