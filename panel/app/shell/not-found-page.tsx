import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";

export function NotFoundPage(): ReactElement {
  const { t } = useTranslation();
  return (
    <Page title={t("common.notFound")}>
      <EmptyState title={t("common.notFound")}>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t("common.toStart")}</Anchor>
      </EmptyState>
    </Page>
  );
}
