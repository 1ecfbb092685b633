import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/operations.generated.ts";
import { TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";
import { Relative, Time } from "../../time/time.tsx";
import { PanelBox } from "./panel-box.tsx";

/** The next fires of all jobs, counting down. */
export function UpcomingPanel({ fires }: { readonly fires: Overview["upcoming"] }): ReactElement {
  const { t } = useTranslation();
  const { mode } = useTimeMode();
  return (
    <PanelBox title={t("overview.upcoming")}>
      {fires.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("overview.upcomingNone")}
        </Text>
      ) : (
        <ul className="rows">
          {fires.map(({ jobKey, name, at }) => (
            <li key={jobKey}>
              <Anchor
                size="sm"
                c="var(--mantine-color-text)"
                className="row-name"
                renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
              >
                {name}
              </Anchor>
              <span className="row-end">
                {mode !== TimeMode.Relative && (
                  <Text span size="sm" className="nowrap row-relative">
                    <Relative at={at} />
                  </Text>
                )}
                <Text span size="xs" c="dimmed" className="nowrap">
                  <Time at={at} />
                </Text>
              </span>
            </li>
          ))}
        </ul>
      )}
    </PanelBox>
  );
}
