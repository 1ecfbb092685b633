import { Checkbox, Group, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { localZone } from "../../../time/format-time.ts";
import type { RoutePartProps } from "./route-action-fields.tsx";
import { weekdayName } from "./weekday-name.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** When the route holds. */
export function RouteHoursFields({ route: { hours }, onChange }: RoutePartProps): ReactElement {
  const { t, i18n } = useTranslation();
  const usual = { timeZone: localZone(), days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00" };
  return (
    <>
      <Checkbox
        label={t("incidents.route.inHours")}
        description={t("incidents.route.inHoursHint")}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ hours: checked ? usual : null })}
      />
      {hours !== null && (
        <>
          <Checkbox.Group
            label={t("incidents.route.days")}
            value={hours.days.map(String)}
            onChange={(values) =>
              onChange({ hours: { ...hours, days: DAYS.filter((day) => values.includes(String(day))) } })
            }
          >
            <Group gap="sm" mt={6}>
              {DAYS.map((day) => (
                <Checkbox key={day} value={String(day)} label={weekdayName(day, i18n.language)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group gap="xs" grow>
            {(["from", "to"] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                label={t(`incidents.route.${end}`)}
                value={hours[end]}
                onChange={({ currentTarget: { value } }) => onChange({ hours: { ...hours, [end]: value } })}
              />
            ))}
          </Group>
          <TextInput
            label={t("incidents.route.zone")}
            value={hours.timeZone}
            maxLength={100}
            onChange={({ currentTarget: { value } }) =>
              onChange({ hours: { ...hours, timeZone: value.trim() } })
            }
          />
        </>
      )}
    </>
  );
}
