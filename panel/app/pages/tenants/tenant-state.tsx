import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Tag } from "../../ui/tag.tsx";

/** Whether a tenant is disabled, and what that means. */
export function TenantState({ disabled }: { readonly disabled: boolean }): ReactElement {
  const { t } = useTranslation();
  return disabled ? (
    <Tag hint={t("tenants.disabledHint")}>{t("tenants.disabled")}</Tag>
  ) : (
    <Tag>{t("tenants.enabled")}</Tag>
  );
}
