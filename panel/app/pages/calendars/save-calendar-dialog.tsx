import { List, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import type { Calendar, CalendarDraft } from "./calendar-days.ts";

export interface SaveCalendarDialogProps {
  readonly calendar: Calendar;
  readonly draft: CalendarDraft;
  readonly onClose: () => void;
}

/** Shows what a change does to the fires of the next 400 days, and saves it. */
export function SaveCalendarDialog({
  calendar: { key, revision },
  draft,
  onClose,
}: SaveCalendarDialogProps): ReactElement {
  const { t } = useTranslation();
  const preview = useApi("previewCalendar", { path: { key }, body: { ...draft } });
  const save = useApiChange("updateCalendar", {
    onDone: ({ calendar }) => {
      notifyDone(t("calendars.saved", { name: calendar.name }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t("calendars.previewTitle", { name: draft.name })}
      onClose={onClose}
      onSubmit={() => save.mutate({ path: { key }, body: { ...draft }, options: { ifMatch: revision } })}
      submitText={t("calendars.save")}
      isPending={save.isPending}
    >
      <QueryView query={preview}>
        {({ jobs, ...counts }) =>
          counts.changed === 0 ? (
            <Text size="sm">{t("calendars.previewNone")}</Text>
          ) : (
            <>
              <Text size="sm">{t("calendars.preview", counts)}</Text>
              <List size="sm">
                {jobs.map((job) => (
                  <List.Item key={job.jobKey}>{t("calendars.previewJob", { ...job })}</List.Item>
                ))}
              </List>
            </>
          )
        }
      </QueryView>
    </DialogForm>
  );
}
