import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

export interface RunNodeDialogProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly onClose: () => void;
}

/** Begins a node by hand, or once more, after saying what that means. */
export function RunNodeDialog({ task, node, onClose }: RunNodeDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const [note, setNote] = useState("");
  return (
    <DialogForm
      title={t("task.runNode.title", { node: node.title ?? node.id })}
      onClose={onClose}
      onSubmit={() => operate({ type: "runNode", node: node.id, ...noteOf(note) }, onClose)}
      submitText={t("task.runNode.do")}
      isPending={isPending}
    >
      <Text size="sm">{t(node.status === "Succeeded" ? "task.runNode.again" : "task.runNode.hint")}</Text>
      <NoteField label={t("task.note")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}
