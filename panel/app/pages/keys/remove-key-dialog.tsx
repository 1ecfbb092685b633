import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { formatRelative } from "../../time/format-time.ts";
import { useNow } from "../../time/use-now.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import type { ExecutorKey } from "./executor-key.ts";

export interface RemoveKeyDialogProps {
  readonly app: string;
  readonly removed: ExecutorKey;
  /** Whether its executor has another key to sign with. */
  readonly hasOther: boolean;
  readonly onClose: () => void;
}

/** Says what becomes of the executors that sign with a key, and removes it. */
export function RemoveKeyDialog({
  app,
  removed: { id, keyid, usedAt },
  hasOther,
  onClose,
}: RemoveKeyDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const relative = (at: string): string => formatRelative(Date.parse(at), nowMs, i18n.language);
  const remove = useApiChange("removeExecutorKey", {
    onDone: () => {
      notifyDone(t("keys.removed", { keyid }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t("keys.removeTitle")}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { app, id } })}
      submitText={t("keys.remove")}
      isDestructive
      isPending={remove.isPending}
    >
      <Text size="sm" className="mono">
        {keyid}
      </Text>
      <Text size="sm" fw={600}>
        {usedAt === null ? t("keys.neverUsed") : t("keys.lastUsed", { time: relative(usedAt) })}
      </Text>
      <Text size="sm">{t("keys.removeConsequence")}</Text>
      <Text size="sm">{t(hasOther ? "keys.removeOther" : "keys.removeLast")}</Text>
    </DialogForm>
  );
}
