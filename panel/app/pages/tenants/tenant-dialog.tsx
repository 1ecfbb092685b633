import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { notifyDone } from "../../api/notify.ts";
import { useSession } from "../../session/use-session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import { QuotaFields } from "./quota-fields.tsx";
import { quotaOf, quotaTexts } from "./quota-input.ts";
import { nameOf, QUOTAS, type Tenant } from "./tenant.ts";
import { useTenantChange } from "./use-tenant-change.ts";

export interface TenantDialogProps {
  readonly tenant: Tenant;
  /** Whether it is the tenant of this panel. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Takes the name, the quotas and the defaults of a tenant. */
export function TenantDialog({ tenant, isOwn, onClose }: TenantDialogProps): ReactElement {
  const { t } = useTranslation();
  const none = t("tenants.none");
  const [displayName, setDisplayName] = useState(tenant.displayName ?? "");
  const [quotas, setQuotas] = useState(() => quotaTexts(tenant, QUOTAS, none));
  const [defaults, setDefaults] = useState(() =>
    Object.keys(tenant.defaults).length === 0 ? "" : JSON.stringify(tenant.defaults, null, 2),
  );
  const hasPeople = useSession().data?.hasPeople === true;
  const [needsFactor, setNeedsFactor] = useState(tenant.requireSecondFactor);
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const change = useTenantChange(tenant, isOwn, {
    onDone: () => {
      notifyDone(t("tenants.saved", { name: nameOf(tenant) }));
      onClose();
    },
    onFailed: (error: ApiError) => setMistakes(fieldMistakes(error, "displayName")),
  });
  const parsed = parseDefaults(defaults);
  const wrong = QUOTAS.filter((name) => quotaOf(quotas[name], none) === undefined);
  const refusal =
    parsed === undefined
      ? t("tenants.notJson")
      : wrong.length > 0
        ? `${wrong.map((name) => t(`tenants.quotaName.${name}`)).join(t("common.separator"))}: ${t("tenants.notANumber")}`
        : null;
  const submit = (): void =>
    change.mutate({
      displayName: displayName.trim() === "" ? null : displayName.trim(),
      quotas: Object.fromEntries(QUOTAS.map((name) => [name, quotaOf(quotas[name], none)])),
      defaults: parsed,
      requireSecondFactor: needsFactor,
    });
  return (
    <DialogForm
      title={t("tenants.editName", { name: nameOf(tenant) })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("tenants.save")}
      refusal={refusal}
      isPending={change.isPending}
    >
      <TextInput
        label={t("tenants.name")}
        value={displayName}
        error={mistakes["displayName"]}
        placeholder={tenant.tenant}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
        autoComplete="off"
      />
      {hasPeople && (
        <Checkbox
          label={t("tenants.factor")}
          description={t("tenants.factorHint")}
          checked={needsFactor}
          onChange={(event) => setNeedsFactor(event.currentTarget.checked)}
        />
      )}
      <QuotaFields
        tenant={tenant}
        texts={quotas}
        mistake={mistakes["quotas"]}
        onChange={(name, text) => setQuotas({ ...quotas, [name]: text })}
      />
      <Textarea
        label={t("tenants.defaults")}
        description={t("tenants.defaultsHint")}
        className="mono-input"
        autosize
        minRows={2}
        maxRows={10}
        value={defaults}
        error={parsed === undefined ? t("tenants.notJson") : mistakes["defaults"]}
        onChange={(event) => setDefaults(event.currentTarget.value)}
        spellCheck={false}
      />
    </DialogForm>
  );
}

/** The object that a text says; `undefined` where it says none. */
function parseDefaults(text: string): object | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
