import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { issueWords } from "../../../api/issue-words.ts";
import { errorWords } from "../../../api/problem-words.ts";
import { useApi } from "../../../api/use-api.ts";
import type { ScheduleCalendar } from "../calendar/calendar-draft.ts";
import type { CronDialect } from "./quartz.ts";
import { splitAtMistake } from "./cron-fields.ts";
import { FiresTable } from "../parts/fires-table.tsx";

export interface CronPreviewProps {
  readonly jobKey: string;
  readonly cron: string;
  readonly dialect: CronDialect;
  readonly timeZone: string;
  readonly gap: "shift" | "skip";
  readonly overlap: "first" | "both";
  /** @default 0 */
  readonly jitterMs?: number;
  /** It does not fire before; ISO 8601. @default no limit */
  readonly startTime?: string | null;
  /** It does not fire after; ISO 8601. @default no limit */
  readonly endTime?: string | null;
  /** The days on which it fires. @default every day */
  readonly calendar?: ScheduleCalendar | null;
}

const REST_MS = 250;

/** The scheduler's reading of an expression: words and times, or where its mistake is. */
export function CronPreview({
  jobKey,
  cron,
  dialect,
  timeZone,
  gap,
  overlap,
  jitterMs = 0,
  startTime = null,
  endTime = null,
  calendar = null,
}: CronPreviewProps): ReactElement {
  const { t } = useTranslation();
  const [asked] = useDebouncedValue(cron.trim() === "" ? "" : cron, REST_MS);
  const preview = useApi(
    "previewCron",
    {
      body: {
        cron: asked,
        cronDialect: dialect,
        timeZone,
        dst: { gap, overlap },
        jobKey,
        jitterMs,
        count: 5,
        ...(startTime !== null && { startTime }),
        ...(endTime !== null && { endTime }),
        ...(calendar !== null && { calendar }),
      },
    },
    { enabled: asked !== "", keepPrevious: true },
  );
  if (cron.trim() === "") return <Text size="sm">{t("job.noFires")}</Text>;
  const mistake = preview.error?.problem?.errors?.[0];
  if (preview.error !== null && asked === cron)
    return (
      <div role="status" className="cron-preview">
        {mistake?.position !== undefined && <CronMistake cron={cron} position={mistake.position} />}
        <Text size="sm" className="mistake-words">
          {mistake === undefined ? errorWords(preview.error).detail : issueWords(mistake)}
        </Text>
      </div>
    );
  if (preview.data === undefined) return <div className="cron-preview" />;
  return (
    <div role="status" className="cron-preview">
      <Text size="sm" fw={600}>
        {preview.data.description ?? cron}
      </Text>
      <FiresTable
        title={t("job.nextFires")}
        fires={preview.data.fires}
        timeZone={timeZone}
        clockChanges={preview.data.clockChanges}
        onDays={preview.data.calendar}
      />
    </div>
  );
}

function CronMistake({ cron, position }: { readonly cron: string; readonly position: number }): ReactElement {
  const { before, mistake, after } = splitAtMistake(cron, position);
  return (
    <code className="mono cron-mistake">
      {before}
      <mark>{mistake === "" ? "…" : mistake}</mark>
      {after}
    </code>
  );
}
