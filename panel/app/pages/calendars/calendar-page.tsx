import { ActionIcon, Checkbox, Group, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { useNow } from "../../time/use-now.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { type CalendarDraft, named, toggled } from "./calendar-days.ts";
import { SaveCalendarDialog } from "./save-calendar-dialog.tsx";
import { YearGrid } from "./year-grid.tsx";
import "./calendars.css";

/** One calendar: a year of days, changed by clicks and saved after what that does to fires is shown. */
export function CalendarPage(): ReactElement {
  const { key } = useParams({ from: "/calendars/$key" });
  const detail = useApi("getCalendar", { path: { key } });
  return (
    <Page title={detail.data?.calendar.name ?? key}>
      <QueryView query={detail}>
        {(found) => <CalendarEditor key={`${key} ${found.calendar.revision}`} detail={found} />}
      </QueryView>
    </Page>
  );
}

type Detail = Operations["getCalendar"]["answer"];

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function CalendarEditor({ detail }: { readonly detail: Detail }): ReactElement {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { calendar, inherited, knownTo, jobs } = detail;
  const stored: CalendarDraft = draftOf(calendar);
  const [draft, setDraft] = useState(stored);
  const [year, setYear] = useState(new Date(useNow()).getUTCFullYear());
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const refusal = useRefusal("jobs:edit", null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const remove = useApiChange("removeCalendar", {
    onDone: () => {
      notifyDone(t("calendars.removed", { name: calendar.name }));
      void navigate({ to: "/calendars" });
    },
  });
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone: "UTC" });
  const edit = (change: Partial<CalendarDraft>): void => setDraft({ ...draft, ...change });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t("calendars.known")} {knownTo ?? t("calendars.knownAlways")} ·{" "}
        {t("calendars.jobs", { count: jobs })}
        {calendar.source !== null && ` · ${calendar.source}`}
      </Text>
      <Group gap="sm" align="end">
        <TextInput
          size="xs"
          label={t("calendars.name")}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => edit({ name: value })}
          autoComplete="off"
        />
        <TextInput
          size="xs"
          type="date"
          label={t("calendars.known")}
          value={draft.coveredTo ?? ""}
          onChange={({ currentTarget: { value } }) => edit({ coveredTo: value === "" ? null : value })}
        />
        <TagsInput
          size="xs"
          label={t("calendars.extends")}
          description={t("calendars.extendsHint")}
          value={[...draft.extends]}
          onChange={(keys) => edit({ extends: keys })}
        />
      </Group>
      <Checkbox.Group
        size="xs"
        label={t("calendars.weekend")}
        value={draft.weekend.map(String)}
        onChange={(days) => edit({ weekend: days.map(Number).sort((a, b) => a - b) })}
      >
        <Group gap="sm" mt={4}>
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Checkbox
              key={day}
              size="xs"
              value={String(day)}
              label={weekday.format(MONDAY_MS + (day - 1) * DAY_MS)}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={t("calendars.yearBefore")}
          onClick={() => setYear(year - 1)}
        >
          <ChevronLeft size={16} />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {year}
        </Text>
        <ActionIcon variant="default" aria-label={t("calendars.yearAfter")} onClick={() => setYear(year + 1)}>
          <ChevronRight size={16} />
        </ActionIcon>
        <Text size="xs" c="dimmed">
          {t("calendars.dayHint")}
        </Text>
      </Group>
      <YearGrid
        year={year}
        draft={draft}
        inherited={inherited}
        chosen={chosen}
        refusal={refusal}
        onDay={(day) => {
          setChosen(day);
          setDraft(toggled(draft, day, inherited));
        }}
      />
      {chosen !== null && draft.days[chosen] !== undefined && (
        <TextInput
          size="xs"
          label={`${t("calendars.dayName")} (${chosen})`}
          value={draft.names[chosen] ?? ""}
          onChange={({ currentTarget: { value } }) => setDraft(named(draft, chosen, value))}
          autoComplete="off"
        />
      )}
      <Group gap="xs">
        <RefusableButton
          size="compact-sm"
          color="indigo"
          refusal={refusal ?? (isChanged ? null : t("calendars.dayHint"))}
          onClick={() => setSaving(true)}
        >
          {t("calendars.save")}
        </RefusableButton>
        {isChanged && (
          <RefusableButton
            size="compact-sm"
            variant="default"
            refusal={null}
            onClick={() => setDraft(stored)}
          >
            {t("calendars.discard")}
          </RefusableButton>
        )}
        <RefusableButton
          size="compact-sm"
          variant="default"
          refusal={refusal ?? (jobs > 0 ? t("calendars.removeHint") : null)}
          aria-label={t("calendars.removeOf", { name: calendar.name })}
          onClick={() =>
            remove.mutate({ path: { key: calendar.key }, options: { ifMatch: calendar.revision } })
          }
        >
          {t("calendars.remove")}
        </RefusableButton>
      </Group>
      {isSaving && <SaveCalendarDialog calendar={calendar} draft={draft} onClose={() => setSaving(false)} />}
    </Stack>
  );
}

function draftOf({
  name,
  weekend,
  extends: keys,
  days,
  names,
  coveredFrom,
  coveredTo,
}: Detail["calendar"]): CalendarDraft {
  return { name, weekend, extends: keys, days, names, coveredFrom, coveredTo };
}
