import { Loader, SimpleGrid, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi } from "../../api/use-api.ts";
import { Dialog, DialogForm } from "../../ui/dialog-form.tsx";
import type { Tenant } from "../tenants/tenant.ts";
import { useTenantChange } from "../tenants/use-tenant-change.ts";
import { RETENTION, RETENTION_NAMES, type RetentionName } from "./storage.ts";

export interface RetentionDialogProps {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Takes how long history and reports are kept. */
export function RetentionDialog({ onClose, onSaved }: RetentionDialogProps): ReactElement {
  const { t } = useTranslation();
  const tenant = useApi("getTenant", {});
  if (tenant.data === undefined)
    return (
      <Dialog title={t("storage.edit")} onClose={onClose}>
        <Loader size="sm" />
      </Dialog>
    );
  return <RetentionForm tenant={tenant.data} onClose={onClose} onSaved={onSaved} />;
}

function RetentionForm({
  tenant,
  onClose,
  onSaved,
}: RetentionDialogProps & { readonly tenant: Tenant }): ReactElement {
  const { t, i18n } = useTranslation();
  const [texts, setTexts] = useState<Readonly<Record<RetentionName, string>>>(
    () =>
      Object.fromEntries(
        RETENTION_NAMES.map((name) => [name, String(tenant.retention[name] ?? "")]),
      ) as Record<RetentionName, string>,
  );
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const change = useTenantChange(tenant, true, {
    onDone: () => {
      notifyDone(t("storage.saved"));
      onSaved();
      onClose();
    },
    onFailed: (error: ApiError) => setMistakes(fieldMistakes(error, "retention")),
  });
  const number = (value: number): string => value.toLocaleString(i18n.language);
  const wrong = RETENTION_NAMES.filter((name) => valueOf(name, texts[name]) === undefined);
  const mistakeOf = (name: RetentionName): string | undefined => {
    const { least, most } = RETENTION[name];
    return wrong.includes(name)
      ? t("storage.range", { least: number(least), most: number(most) })
      : undefined;
  };
  return (
    <DialogForm
      title={t("storage.edit")}
      onClose={onClose}
      onSubmit={() =>
        change.mutate({
          retention: Object.fromEntries(RETENTION_NAMES.map((name) => [name, valueOf(name, texts[name])])),
        })
      }
      submitText={t("storage.save")}
      refusal={wrong.length === 0 ? null : t("storage.correct")}
      isPending={change.isPending}
    >
      <Text size="sm">{t("storage.editHint")}</Text>
      {mistakes["retention"] !== undefined && (
        <Text size="sm" c="red.9" role="alert">
          {mistakes["retention"]}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {RETENTION_NAMES.map((name) => (
          <TextInput
            key={name}
            label={t(`storage.retention.${name}`)}
            description={t("storage.usual", { usual: number(RETENTION[name].usual) })}
            value={texts[name]}
            error={mistakeOf(name)}
            onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
    </DialogForm>
  );
}

/** The value that a text states; `undefined` where it states none that is allowed. */
function valueOf(name: RetentionName, text: string): number | "default" | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "default";
  const { least, most } = RETENTION[name];
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}
