import { useRouterState } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { tenantAddress } from "../pages/tenants/tenant-address.ts";
import { ChoiceMenu } from "../ui/choice-menu.tsx";

/** Tenants seldom come and go. */
const LOOK_EVERY_MS = 60_000;

/** Leads to the same section of another tenant; there only where there is another one that the reader may see. */
export function TenantSwitch(): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("listTenants", {}, { everyMs: LOOK_EVERY_MS });
  const section = useRouterState({ select: ({ location }) => location.pathname.split("/")[1] ?? "" });
  if (data === undefined || data.items.length < 2) return null;
  const nameOf = ({ tenant, displayName }: (typeof data.items)[number]): string => displayName ?? tenant;
  const own = data.items.find(({ tenant }) => tenant === data.own);
  const open = (value: string): void => {
    const chosen = data.items.find(({ tenant }) => tenant === value);
    if (chosen === undefined || value === data.own) return;
    location.assign(tenantAddress({ own: data.own, path: chosen.path, section }));
  };
  return (
    <ChoiceMenu
      label={t("shell.tenantSwitch", { name: own === undefined ? data.own : nameOf(own) })}
      Icon={Building2}
      choices={() => data.items.map((item) => ({ value: item.tenant, label: nameOf(item) }))}
      value={data.own}
      onChoose={open}
    />
  );
}
