import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { PlaceholderPage } from "../../ui/placeholder-page.tsx";

export function JobPage(): ReactElement {
  const { t } = useTranslation();
  return <PlaceholderPage title={t("shell.jobs")} />;
}
