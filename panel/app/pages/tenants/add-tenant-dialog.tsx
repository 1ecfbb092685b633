import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";

/** Takes the key and the name of one more tenant. */
export function AddTenantDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [tenant, setTenant] = useState("");
  const [displayName, setDisplayName] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const name = displayName.trim();
  const add = useApiChange("addTenant", {
    onDone: () => {
      notifyDone(t("tenants.added", { name: name === "" ? tenant.trim() : name }));
      onClose();
    },
    onFailed: (error: ApiError) => setMistakes(fieldMistakes(error, "tenant")),
  });
  return (
    <DialogForm
      title={t("tenants.add")}
      onClose={onClose}
      onSubmit={() =>
        add.mutate({ body: { tenant: tenant.trim(), ...(name !== "" && { displayName: name }) } })
      }
      submitText={t("tenants.addDo")}
      refusal={tenant.trim() === "" ? t("common.fillIn", { fields: t("tenants.key") }) : null}
      isPending={add.isPending}
    >
      <TextInput
        label={t("tenants.key")}
        description={t("tenants.keyHint")}
        className="mono-input"
        value={tenant}
        error={mistakes["tenant"]}
        onChange={(event) => {
          setTenant(event.currentTarget.value);
          setMistakes({});
        }}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label={t("tenants.name")}
        value={displayName}
        error={mistakes["displayName"]}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
        autoComplete="off"
      />
    </DialogForm>
  );
}
