import { useRouterState } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../api/call-api.ts";
import { tenantAddress } from "../pages/tenants/tenant-address.ts";
import { ChoiceMenu } from "../ui/choice-menu.tsx";

/** Leads to the same section of another tenant. */
export function TenantSwitch({ data }: { readonly data: ApiAnswer<"listTenants"> }): ReactElement {
  const { t } = useTranslation();
  const section = useRouterState({ select: ({ location }) => location.pathname.split("/")[1] ?? "" });
  const nameOf = ({ tenant, displayName }: (typeof data.items)[number]): string => displayName ?? tenant;
  const own = data.items.find(({ tenant }) => tenant === data.own);
  const open = (value: string): void => {
    const chosen = data.items.find(({ tenant }) => tenant === value);
    if (chosen === undefined || value === data.own) return;
    location.assign(tenantAddress({ own: data.own, path: chosen.path, section }));
  };
  return (
    <ChoiceMenu
      label={t("banner.tenantSwitch", { name: own === undefined ? data.own : nameOf(own) })}
      Icon={Building2}
      choices={() => data.items.map((item) => ({ value: item.tenant, label: nameOf(item) }))}
      value={data.own}
      onChoose={open}
    />
  );
}
