import { Alert, Text } from "@mantine/core";
import { Hourglass } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";

/** The other process may end at any time. */
const POLL_MS = 5000;

/** Says on every page that this process changes nothing, while another one runs the jobs. */
export function StandbyBanner(): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("getStandby", {}, { pollMs: POLL_MS });
  if (data === undefined || data.runner === null) return null;
  return (
    <Alert role="status" color="yellow" variant="light" radius={0} mb="sm" icon={<Hourglass size={16} />}>
      {t("shell.standby")}
      <Text size="xs" c="dimmed" className="mono" translate="no">
        {data.runner.replace(/,$/, "")}
      </Text>
    </Alert>
  );
}
