import { Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../../../base/exact-json.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { isJson, JsonField } from "./json-field.tsx";
import type { TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

export interface EditValueDialogProps {
  readonly task: TaskJson;
  readonly onClose: () => void;
}

/** Puts a value over another one, for what begins from then on. */
export function EditValueDialog({ task, onClose }: EditValueDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const [path, setPath] = useState("TASK.PARAMS.");
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const names = path.split(".").map((name) => name.trim());
  const isReady =
    names.length > 1 && !names.includes("") && text.trim() !== "" && isJson(text) && reason.trim() !== "";
  const submit = (): void => {
    if (!isReady) return;
    const value: unknown = parseExactJson(text);
    operate({ type: "edit", path: names, value, reason: reason.trim() }, onClose);
  };
  return (
    <DialogForm
      title={t("task.edit.title")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("task.edit.do")}
      isDisabled={!isReady}
      isPending={isPending}
    >
      <Text size="sm" c="dimmed">
        {t("task.edit.hint")}
      </Text>
      <TextInput
        label={t("task.edit.path")}
        description={t("task.edit.pathHint")}
        className="mono-input"
        value={path}
        onChange={({ currentTarget: { value } }) => setPath(value)}
        data-autofocus
      />
      <JsonField label={t("task.edit.value")} description={t("task.asJson")} text={text} onChange={setText} />
      <NoteField label={t("task.edit.reason")} value={reason} onChange={setReason} />
    </DialogForm>
  );
}
