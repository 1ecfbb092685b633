import { Alert } from "@mantine/core";
import { Bug } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";

/** Another control plane may decide otherwise at any time. */
const POLL_MS = 15_000;

/** Says on every page which jobs run only by hand; nothing where all run by themselves. */
export function DebugBanner(): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("getDebugMode", {}, { pollMs: POLL_MS });
  if (data === undefined || !(data.recurring || data.triggered)) return null;
  const kinds = data.recurring && data.triggered ? "all" : data.recurring ? "recurring" : "triggered";
  return (
    <Alert role="status" color="yellow" variant="light" radius={0} mb="sm" icon={<Bug size={16} />}>
      {t(`banner.debugMode.${kinds}`)}
    </Alert>
  );
}
