import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import type { Secret } from "./secret.ts";

/** Says which jobs a secret's deletion makes fail, and deletes it. */
export function DeleteSecretDialog({
  secret: { app, name, usedBy },
  onClose,
}: {
  readonly secret: Secret;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const remove = useApiChange("deleteSecret", {
    onDone: () => {
      notifyDone(t("secrets.deleted", { name }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t("secrets.deleteName", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { app, name } })}
      submitText={t("secrets.delete")}
      isDestructive
      isPending={remove.isPending}
    >
      <Text size="sm">
        {usedBy.length === 0 ? t("secrets.deleteUnused") : t("secrets.deleteUsed", { count: usedBy.length })}
      </Text>
    </DialogForm>
  );
}
