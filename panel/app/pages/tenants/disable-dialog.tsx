import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import type { TenantDialogProps } from "./tenant-dialog.tsx";
import { nameOf } from "./tenant.ts";
import { useTenantChange } from "./use-tenant-change.ts";

/** Says what it means, and disables a tenant or enables it. */
export function DisableDialog({ tenant, isOwn, onClose }: TenantDialogProps): ReactElement {
  const { t } = useTranslation();
  const name = nameOf(tenant);
  const isDisabling = !tenant.disabled;
  const change = useTenantChange(tenant, isOwn, {
    onDone: () => {
      notifyDone(t("tenants.saved", { name }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t(isDisabling ? "tenants.disableName" : "tenants.enableName", { name })}
      onClose={onClose}
      onSubmit={() => change.mutate({ disabled: isDisabling })}
      submitText={t(isDisabling ? "tenants.disable" : "tenants.enable")}
      isDestructive={isDisabling}
      isPending={change.isPending}
    >
      <Text size="sm">{t(isDisabling ? "tenants.disableText" : "tenants.enableText")}</Text>
    </DialogForm>
  );
}
