import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { useOperate } from "./use-operate.ts";

export interface GiveUpDialogProps {
  /** Of the run. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Ends a task that a failure holds, after saying what that means. */
export function GiveUpDialog({ id, onClose }: GiveUpDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(id);
  const [note, setNote] = useState("");
  return (
    <DialogForm
      title={t("task.giveUpTitle")}
      onClose={onClose}
      onSubmit={() => operate({ type: "giveUp", ...noteOf(note) }, onClose)}
      submitText={t("task.giveUp")}
      isDestructive
      isPending={isPending}
    >
      <Text size="sm">{t("task.giveUpHint")}</Text>
      <NoteField label={t("task.note")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}
