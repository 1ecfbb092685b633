import { Button, Group, Table, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { DisableDialog } from "./disable-dialog.tsx";
import { RemoveTenantDialog } from "./remove-tenant-dialog.tsx";
import { TenantDialog } from "./tenant-dialog.tsx";
import { TenantState } from "./tenant-state.tsx";
import { tenantAddress } from "./tenant-address.ts";
import { nameOf, type Tenant, waitingOf } from "./tenant.ts";

export interface TenantRowProps {
  readonly listed: ApiAnswer<"listTenants">["items"][number];
  /** The tenant of this panel. */
  readonly own: string;
  readonly canEdit: boolean;
}

/** A tenant with what it uses, and what can be done with it. */
export function TenantRow({ listed, own, canEdit }: TenantRowProps): ReactElement {
  const { i18n } = useTranslation();
  const { tenant, disabled, path, view } = listed;
  const name = nameOf(listed);
  const text = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <Table.Tr>
      <Table.Td>
        <a href={tenantAddress({ own, path, section: "overview" })}>{name}</a>
        {name !== tenant && (
          <Text size="xs" c="dimmed" className="mono">
            {tenant}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <TenantState disabled={disabled} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {view && text(view.use.apps.reduce((sum, { jobs }) => sum + jobs, 0))}
      </Table.Td>
      <Table.Td visibleFrom="sm">{view && text(view.use.running)}</Table.Td>
      <Table.Td visibleFrom="sm">{view && text(waitingOf(view))}</Table.Td>
      <Table.Td>
        {canEdit && view !== null && (
          <TenantActions tenant={view} isOwn={tenant === own} isFixed={listed.isFixed} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface TenantActionsProps {
  readonly tenant: Tenant;
  readonly isOwn: boolean;
  readonly isFixed: boolean;
}

function TenantActions({ tenant, isOwn, isFixed }: TenantActionsProps): ReactElement {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"edit" | "disable" | "remove" | null>(null);
  const name = nameOf(tenant);
  const props = { tenant, isOwn, onClose: () => setDialog(null) };
  return (
    <Group gap="xs" justify="end">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t("tenants.editName", { name })}
        onClick={() => setDialog("edit")}
      >
        {t("tenants.edit")}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(tenant.disabled ? "tenants.enableName" : "tenants.disableName", { name })}
        onClick={() => setDialog("disable")}
      >
        {t(tenant.disabled ? "tenants.enable" : "tenants.disable")}
      </Button>
      <RefusableButton
        size="compact-xs"
        variant="default"
        refusal={isFixed ? t("tenants.fixed") : null}
        aria-label={t("tenants.removeName", { name })}
        onClick={() => setDialog("remove")}
      >
        {t("tenants.remove")}
      </RefusableButton>
      {dialog === "edit" && <TenantDialog {...props} />}
      {dialog === "disable" && <DisableDialog {...props} />}
      {dialog === "remove" && <RemoveTenantDialog {...props} />}
    </Group>
  );
}
