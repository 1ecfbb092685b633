import { ActionIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { useMay } from "../session/use-may.ts";

const POLL_MS = 20_000;
const MOST_SHOWN = 99;

/** How many incidents are open, on every page, and the way to them. */
export function AlarmBell(): ReactElement | null {
  const { t } = useTranslation();
  const mayRead = useMay("alarms:read");
  const { data } = useApi("countIncidents", {}, { enabled: mayRead, pollMs: POLL_MS });
  if (!mayRead) return null;
  const { open = 0, critical = 0 } = data?.counts ?? {};
  const shown = open > MOST_SHOWN ? `${MOST_SHOWN}+` : String(open);
  const label = open === 0 ? t("shell.bellNone") : t("shell.bell", { shown });
  return (
    <ActionIcon
      className="alarm-bell"
      aria-label={label}
      title={label}
      renderRoot={(props) => <Link to="/incidents" {...props} />}
    >
      <Bell size={16} aria-hidden="true" />
      {open > 0 && (
        <span className="alarm-bell-count" data-critical={critical > 0 || undefined} aria-hidden="true">
          {shown}
        </span>
      )}
    </ActionIcon>
  );
}
