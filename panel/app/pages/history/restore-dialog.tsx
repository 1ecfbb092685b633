import { Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { ActChanges } from "./act-parts.tsx";
import { restoredPatch } from "./restored-patch.ts";

export interface RestoreDialogProps {
  readonly act: Act;
  readonly jobKey: string;
  readonly onClose: () => void;
}

/** Asks before the values of before an edit are put back, and says which cannot be. */
export function RestoreDialog({ act, jobKey, onClose }: RestoreDialogProps): ReactElement {
  const { t } = useTranslation();
  const [comment, setComment] = useState("");
  const path = { key: jobKey };
  const job = useApi("getJob", { path });
  const { patch, left } = restoredPatch(act.changes);
  const update = useApiChange("updateJob", {
    onDone: () => {
      notifyDone(t("history.restored"));
      onClose();
    },
    onFailed: () => {},
  });
  const submit = (): void => {
    if (job.data === undefined) return;
    const body = { ...patch, comment: comment === "" ? t("history.restoreComment") : comment };
    update.mutate({ path, body, options: { ifMatch: job.data.revision } });
  };
  const shown = act.changes
    .filter(({ pointer }) => pointer.slice(1) in patch)
    .map(({ pointer, before, after }) => ({ pointer, before: after, after: before }));
  return (
    <DialogForm
      title={t("history.restoreTitle")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("history.restoreDo")}
      refusal={shown.length === 0 ? t("history.restoreNothing") : null}
      isPending={update.isPending || job.data === undefined}
    >
      {update.error && <ErrorState error={update.error} />}
      <Text size="sm" component="div">
        <ActChanges changes={shown} />
      </Text>
      {left.length > 0 && (
        <Text size="sm">
          {t("history.restoreLeft")} <span className="mono">{left.join(", ")}</span>
        </Text>
      )}
      <TextInput
        label={t("history.comment")}
        maxLength={500}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </DialogForm>
  );
}
