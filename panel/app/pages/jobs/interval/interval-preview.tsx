import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { issueWords } from "../../../api/issue-words.ts";
import { errorWords } from "../../../api/problem-words.ts";
import { useApi } from "../../../api/use-api.ts";
import { parseDuration } from "../../../time/duration-text.ts";
import { FiresTable } from "../parts/fires-table.tsx";

export interface IntervalPreviewProps {
  /** As it is written: `7s`. */
  readonly every: string;
  readonly from: "start" | "end";
  readonly timeZone: string;
  /** The key that its jitter follows from. */
  readonly jobKey: string;
  /** @default 0 */
  readonly jitterMs?: number;
  /** Its first fire; ISO 8601. @default counted from now */
  readonly startTime?: string | null;
  /** It does not fire after; ISO 8601. @default no limit */
  readonly endTime?: string | null;
}

const REST_MS = 250;

/** The scheduler's reading of an interval: words and times; nothing while it cannot be read. */
export function IntervalPreview({
  every,
  from,
  timeZone,
  jobKey,
  jitterMs = 0,
  startTime = null,
  endTime = null,
}: IntervalPreviewProps): ReactElement | null {
  const { t } = useTranslation();
  const [everyMs] = useDebouncedValue(parseDuration(every), REST_MS);
  const preview = useApi(
    "previewCron",
    {
      body: {
        everyMs: everyMs ?? 0,
        everyFrom: from,
        jobKey,
        jitterMs,
        count: 5,
        ...(startTime !== null && { startTime }),
        ...(endTime !== null && { endTime }),
      },
    },
    { enabled: everyMs !== null, keepPrevious: true },
  );
  if (everyMs === null) return null;
  const mistake = preview.error?.problem?.errors?.[0];
  if (preview.error !== null)
    return (
      <Text size="sm" className="mistake-words" role="status">
        {mistake === undefined ? errorWords(preview.error).detail : issueWords(mistake)}
      </Text>
    );
  if (preview.data === undefined) return <div className="cron-preview" />;
  return (
    <div role="status" className="cron-preview">
      <Text size="sm" fw={600}>
        {preview.data.description}
      </Text>
      <FiresTable title={t("job.nextFires")} fires={preview.data.fires} timeZone={timeZone} />
      {from === "end" && (
        <Text size="xs" c="dimmed">
          {t("job.interval.firstAlone")}
        </Text>
      )}
    </div>
  );
}
