import { Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { nameOf, type Tenant } from "./tenant.ts";

/** Has the key of a tenant typed once more, and removes it. */
export function RemoveTenantDialog({
  tenant,
  onClose,
}: {
  readonly tenant: Tenant;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const [confirm, setConfirm] = useState("");
  const name = nameOf(tenant);
  const remove = useApiChange("removeTenant", {
    onDone: () => {
      notifyDone(t("tenants.removed", { name }));
      onClose();
    },
  });
  const hint = t("tenants.confirmHint", { tenant: tenant.tenant });
  return (
    <DialogForm
      title={t("tenants.removeName", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { tenant: tenant.tenant }, query: { confirm } })}
      submitText={t("tenants.remove")}
      isDestructive
      refusal={confirm === tenant.tenant ? null : hint}
      isPending={remove.isPending}
    >
      <Text size="sm">{t("tenants.removeText")}</Text>
      <TextInput
        label={t("tenants.confirm")}
        description={hint}
        className="mono-input"
        value={confirm}
        onChange={(event) => setConfirm(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}
