import { type __InputWrapperProps, Group, Input, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useFeature } from "../../../session/use-feature.ts";
import { type DaysChoice, daysChoiceOf, readCalendar, textOfCalendar, withDays } from "./calendar-draft.ts";

export interface CalendarFieldProps {
  readonly wrapper: Pick<__InputWrapperProps, "label" | "description" | "error" | "inputWrapperOrder"> & {
    readonly classNames: { readonly root: string };
  };
  /** As JSON; empty: every day, or what the job says where it can. */
  readonly value: string;
  /** Whether empty is the job's, and `null` every day. @default false */
  readonly isOfJob?: boolean;
  readonly onChange: (value: string) => void;
}

const CHOICES = ["workday", "offday", "week", "month", "quarter"] as const satisfies readonly DaysChoice[];
const OTHERWISE = ["skip", "next", "previous"] as const;
const BEYOND = ["estimate", "hold"] as const;

/** No key of a calendar. */
const EVERY_DAY = "*";

/** By which days of which calendar a job or one of its schedules fires. */
export function CalendarField({
  wrapper,
  value,
  onChange,
  isOfJob = false,
}: CalendarFieldProps): ReactElement | null {
  const { t } = useTranslation();
  const hasCalendars = useFeature("calendars");
  const calendars = useApi("listCalendars", {}, { enabled: hasCalendars });
  if (!hasCalendars && value === "") return null;
  const calendar = readCalendar(value);
  const change = (edited: typeof calendar): void => onChange(textOfCalendar(edited));
  const known = calendars.data?.items ?? [];
  const isMissing = calendar !== null && !known.some(({ key }) => key === calendar.key);
  const choice = calendar === null ? "workday" : daysChoiceOf(calendar);
  const isNth = choice !== "workday" && choice !== "offday";
  return (
    <Input.Wrapper {...wrapper} labelElement="div">
      <div className="calendar-field">
        <NativeSelect
          aria-label={t("option.label.calendar")}
          value={calendar?.key ?? (isOfJob && value === "" ? "" : EVERY_DAY)}
          onChange={({ currentTarget: { value: key } }) => {
            if (key === "") onChange("");
            else if (key === EVERY_DAY) onChange(isOfJob ? JSON.stringify(null) : "");
            else change({ on: "workday", ...calendar, key });
          }}
          data={[
            ...(isOfJob ? [{ value: "", label: t("job.schedules.ofJob") }] : []),
            { value: EVERY_DAY, label: t("calendars.field.none") },
            ...known.map(({ key, name }) => ({ value: key, label: `${name} (${key})` })),
            ...(isMissing
              ? [{ value: calendar.key, label: t("calendars.field.missing", { key: calendar.key }) }]
              : []),
          ]}
        />
        {calendar !== null && (
          <Group gap={8} align="end">
            <NativeSelect
              size="xs"
              label={t("calendars.field.on")}
              value={choice}
              onChange={({ currentTarget: { value: days } }) =>
                change(withDays(calendar, days as DaysChoice))
              }
              data={CHOICES.map((days) => ({ value: days, label: t(`calendars.field.${days}`) }))}
            />
            {isNth && typeof calendar.on === "object" && (
              <NumberInput
                size="xs"
                label={t("calendars.field.nth")}
                value={calendar.on.nth}
                min={-92}
                max={92}
                onChange={(nth) =>
                  typeof nth === "number" && nth !== 0 && change({ ...calendar, on: { nth, of: choice } })
                }
              />
            )}
            {!isNth && (
              <NativeSelect
                size="xs"
                label={t("calendars.field.otherwise")}
                value={calendar.otherwise ?? "skip"}
                onChange={({ currentTarget: { value: otherwise } }) =>
                  change({ ...calendar, otherwise: otherwise as (typeof OTHERWISE)[number] })
                }
                data={OTHERWISE.map((one) => ({ value: one, label: t(`calendars.field.${one}`) }))}
              />
            )}
            <TextInput
              size="xs"
              type="time"
              label={t("calendars.field.dayStartsAt")}
              value={calendar.dayStartsAt ?? "00:00"}
              onChange={({ currentTarget: { value: dayStartsAt } }) =>
                change({ ...calendar, dayStartsAt: dayStartsAt === "" ? "00:00" : dayStartsAt })
              }
            />
            <NativeSelect
              size="xs"
              label={t("calendars.field.beyond")}
              value={calendar.beyond ?? "estimate"}
              onChange={({ currentTarget: { value: beyond } }) =>
                change({ ...calendar, beyond: beyond as (typeof BEYOND)[number] })
              }
              data={BEYOND.map((one) => ({ value: one, label: t(`calendars.field.${one}`) }))}
            />
          </Group>
        )}
      </div>
    </Input.Wrapper>
  );
}
