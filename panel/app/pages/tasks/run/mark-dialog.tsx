import { Checkbox, Group, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../../../base/exact-json.ts";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { isJson, JsonField } from "./json-field.tsx";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

export interface MarkDialogProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly body: BodyNode | undefined;
  readonly onClose: () => void;
}

/** Takes a node as succeeded: with a result that what follows reads, and of a condition with the branches to take. */
export function MarkDialog({ task, node, body, onClose }: MarkDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const [text, setText] = useState("");
  const [branches, setBranches] = useState<string[]>([]);
  const [note, setNote] = useState("");
  const known = body?.branches ?? [];
  const refusal = !isJson(text)
    ? t("task.notJson")
    : known.length > 0 && branches.length === 0
      ? t("common.chooseFirst", { field: t("task.mark.branches") })
      : null;
  const submit = (): void => {
    if (refusal !== null) return;
    const result: unknown = text.trim() === "" ? undefined : parseExactJson(text);
    const more = { ...(result !== undefined && { result }), ...(branches.length > 0 && { branches }) };
    operate({ type: "markNode", node: node.id, ...more, ...noteOf(note) }, onClose);
  };
  return (
    <DialogForm
      title={t("task.mark.title", { node: node.title ?? node.id })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("task.action.mark")}
      refusal={refusal}
      isPending={isPending}
    >
      <Text size="sm">{t("task.mark.hint")}</Text>
      {known.length > 0 && (
        <Checkbox.Group label={t("task.mark.branches")} value={branches} onChange={setBranches}>
          <Group gap="md" mt={4}>
            {known.map((branch) => (
              <Checkbox key={branch} size="xs" value={branch} label={branch} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <JsonField
        label={t("task.mark.result")}
        description={t("task.mark.resultHint")}
        text={text}
        onChange={setText}
      />
      <NoteField label={t("task.note")} value={note} onChange={setNote} />
    </DialogForm>
  );
}
