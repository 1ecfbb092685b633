import { Alert } from "@mantine/core";
import { Bug } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** Says on every page which jobs run only by hand. */
export function DebugBanner({ kinds }: { readonly kinds: "all" | "recurring" | "triggered" }): ReactElement {
  const { t } = useTranslation();
  return (
    <Alert role="status" color="yellow" variant="light" radius={0} mb="sm" icon={<Bug size={16} />}>
      {t(`banner.debugMode.${kinds}`)}
    </Alert>
  );
}
