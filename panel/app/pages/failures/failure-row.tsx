import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BellOff, BellRing, RotateCcw } from "lucide-react";
import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Relative } from "../../time/time.tsx";
import type { ApiRequest } from "../../api/call-api.ts";
import { CountBars } from "../../ui/chart/count-bars.tsx";
import { summaryWords } from "../runs/parts/reason-words.ts";
import type { FailureGroup } from "./failure-group.ts";

export interface FailureRowProps {
  readonly group: FailureGroup;
  readonly isMuted: boolean;
  readonly onChange: (groupId: string, changed: NonNullable<ApiRequest<"handleFailure">["body"]>) => void;
  readonly onRerun: (group: FailureGroup) => void;
}

/** One cause of failures: how often, since when, with which arguments, and what can be done about it. */
export const FailureRow = memo(function FailureRow({
  group,
  isMuted,
  onChange,
  onRerun,
}: FailureRowProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { jobKey, error, count, firstAt, lastAt, newestId, args, spans, handled, rerun } = group;
  const jobName = group.jobName ?? jobKey;
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
          renderRoot={(props) => <Link to="/instances/$id" params={{ id: newestId }} {...props} />}
        >
          {error === null ? t("failures.noError") : summaryWords(error, i18n.language)}
        </Anchor>
        <Text size="xs" c="dimmed">
          <Anchor
            size="xs"
            underline="always"
            renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
          >
            {jobName}
          </Anchor>
          {" · "}
          {t("failures.last")} <Relative at={lastAt} />
          {count > 1 && (
            <>
              {" · "}
              {t("failures.first")} <Relative at={firstAt} />
            </>
          )}
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
          aria-label={t("failures.noteOf", { name: jobName })}
          placeholder={t("failures.note")}
          key={note}
          defaultValue={note}
          maxLength={500}
          onBlur={({ currentTarget: { value } }) => {
            if (value !== note) onChange(group.id, { note: value });
          }}
        />
        {handled !== null && handled.by !== null && (
          <Text size="xs" c="dimmed">
            {t("failures.handledBy", { by: handled.by })} <Relative at={handled.at} />
          </Text>
        )}
      </div>
      <CountBars label={t("failures.spans")} counts={spans} />
      <Group gap={6} className="failure-actions">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<RotateCcw size={13} aria-hidden="true" />}
          onClick={() => onRerun(group)}
        >
          {rerun >= count ? t("failures.rerunAll") : t("failures.rerun", { count: count - rerun })}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={
            isMuted ? <BellRing size={13} aria-hidden="true" /> : <BellOff size={13} aria-hidden="true" />
          }
          title={t("failures.muteHint")}
          onClick={() => onChange(group.id, { mutedAt: isMuted ? null : lastAt })}
        >
          {isMuted ? t("failures.unmute") : t("failures.mute")}
        </Button>
      </Group>
    </li>
  );
});
