import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";

export interface ReleaseDialogProps {
  readonly jobKey: string;
  readonly version: number;
  readonly isDraft: boolean;
  /** The version in force when the dialog was opened. */
  readonly inForce: number;
  readonly onClose: () => void;
}

/** Asks before a script is rolled back, or a draft of it is put in force. */
export function ReleaseDialog({
  jobKey,
  version,
  isDraft,
  inForce,
  onClose,
}: ReleaseDialogProps): ReactElement {
  const { t } = useTranslation();
  const [comment, setComment] = useState("");
  const [expectedVersion] = useState(inForce);
  const release = useApiChange("releaseScriptVersion", {
    onDone: (made) => {
      notifyDone(t("script.saved", { version: made.version }));
      onClose();
    },
  });
  const submit = (): void => {
    const why = comment.trim() === "" ? null : comment.trim();
    const path = { key: jobKey, version: String(version) };
    release.mutate({ path, body: { expectedVersion, comment: why } });
  };
  return (
    <DialogForm
      title={t(isDraft ? "script.draftTitle" : "script.releaseTitle", { version })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t(isDraft ? "script.draftRelease" : "script.release")}
      isPending={release.isPending}
    >
      <Text size="sm">{t(isDraft ? "script.draftText" : "script.releaseText")}</Text>
      <NoteField label={t("script.comment")} value={comment} onChange={setComment} isFirst />
    </DialogForm>
  );
}
