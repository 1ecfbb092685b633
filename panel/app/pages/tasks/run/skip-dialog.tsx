import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

export interface SkipDialogProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly onClose: () => void;
}

/** Leaves a node out, after saying what that means. */
export function SkipDialog({ task, node, onClose }: SkipDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const [note, setNote] = useState("");
  return (
    <DialogForm
      title={t("task.skip.title", { node: node.title ?? node.id })}
      onClose={onClose}
      onSubmit={() => operate({ type: "skipNode", node: node.id, ...noteOf(note) }, onClose)}
      submitText={t("task.action.skip")}
      isPending={isPending}
    >
      <Text size="sm">{t("task.skip.hint")}</Text>
      <NoteField label={t("task.note")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}
