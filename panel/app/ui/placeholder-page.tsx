import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "./empty-state.tsx";
import { Page } from "./page.tsx";

/** Where a page is still to be built. */
export function PlaceholderPage({ title }: { readonly title: string }): ReactElement {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <EmptyState title={t("common.comingSoon")} />
    </Page>
  );
}
