import { useRouterState } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** Shows that the next page's files are on their way, while the page before is still there. */
export function LoadingBar(): ReactElement | null {
  const { t } = useTranslation();
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading });
  return isLoading ? (
    <div className="loading-bar" role="progressbar" aria-label={t("common.loading")} />
  ) : null;
}
