import { NativeSelect, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useTimeText } from "../../time/time.tsx";
import { CountBars } from "../../ui/chart/count-bars.tsx";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import type { Forecast, Storm } from "./day-sums.ts";

const route = getRouteApi("/calendar");
const MINUTES = [5, 15, 30, 60, 120] as const;
type Suggestion = Operations["suggestSpreads"]["answer"]["items"][number];

export interface SpreadDialogProps {
  readonly storm: Storm;
  readonly forecast: Forecast;
  readonly onClose: () => void;
}

/** How a storm can be spread, before and after, and the way to do so. */
export function SpreadDialog({ storm, forecast, onClose }: SpreadDialogProps): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const { app } = route.useSearch();
  const [minutes, setMinutes] = useState<number>(30);
  const [note, setNote] = useState("");
  const { from, to } = forecast;
  const body = { from, to, at: storm.at, maxSpreadMs: minutes * 60_000, ...(app !== undefined && { app }) };
  const suggestions = useApi("suggestSpreads", { body }, { keepPrevious: true });
  const suggestion = suggestions.data?.items.find(({ at }) => at === storm.at);
  const apply = useApiChange("createSpread", {
    onDone: ({ spread, left }) => {
      notifyDone(t("calendar.spreadDone", { count: spread.jobs.length, left: left.length }));
      onClose();
    },
  });
  const refusal =
    suggestion === undefined ? t(suggestions.isPending ? "calendar.computing" : "calendar.noSpread") : null;
  return (
    <DialogForm
      title={t("calendar.spreadTitle", { at: timeText(storm.at) })}
      submitText={t("calendar.apply")}
      refusal={refusal}
      isPending={apply.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (suggestion === undefined) return;
        const jobs = suggestion.jobs.map(({ jobKey, jitterMs, revision }) => ({
          jobKey,
          jitterMs,
          revision,
        }));
        apply.mutate({ body: { jobs, note: note.trim() === "" ? null : note.trim() } });
      }}
    >
      <NativeSelect
        label={t("calendar.within")}
        value={minutes}
        data={MINUTES.map((value) => ({
          value: String(value),
          label: t("calendar.minutes", { count: value }),
        }))}
        onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
      />
      <QueryView query={suggestions}>
        {() =>
          suggestion === undefined ? (
            <Text size="sm">{t("calendar.noSpread")}</Text>
          ) : (
            <Effect suggestion={suggestion} />
          )
        }
      </QueryView>
      <NoteField label={t("calendar.note")} value={note} onChange={setNote} />
    </DialogForm>
  );
}

function Effect({ suggestion }: { readonly suggestion: Suggestion }): ReactElement {
  const { t } = useTranslation();
  const { peakBefore, peakAfter, jobs, before, after } = suggestion;
  return (
    <div className="spread-effect">
      <Text size="sm" fw={600}>
        {t("calendar.effect", { before: peakBefore, after: peakAfter, count: jobs.length })}
      </Text>
      <Text size="xs" c="dimmed">
        {t("calendar.before")}
      </Text>
      <CountBars label={t("calendar.beforeCurve", { count: peakBefore })} counts={compact(before)} />
      <Text size="xs" c="dimmed">
        {t("calendar.after")}
      </Text>
      <CountBars label={t("calendar.afterCurve", { count: peakAfter })} counts={compact(after)} />
      <Text size="xs" c="dimmed" className="storm-jobs">
        {jobs
          .slice(0, 8)
          .map(({ jobKey }) => jobKey)
          .join(", ")}
        {jobs.length > 8 && ` ${t("calendar.moreJobs", { count: jobs.length - 8 })}`}
      </Text>
    </div>
  );
}

/** Two points as one: the dialog is narrow. */
function compact(counts: readonly number[]): readonly number[] {
  return Array.from({ length: Math.ceil(counts.length / 2) }, (_, index) =>
    counts.slice(2 * index, 2 * index + 2).reduce((sum, one) => sum + one, 0),
  );
}
