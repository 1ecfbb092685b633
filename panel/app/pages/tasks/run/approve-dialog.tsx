import { Radio, Stack, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { SchemaForm } from "../../../ui/schema/schema-form.tsx";
import { initialValue, type Schema } from "../../../ui/schema/schema-shape.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { Evidence } from "./evidence.tsx";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

const NONE: ReadonlyMap<string, string> = new Map();

export type ApprovalBranch = "approved" | "refused";

export interface ApproveDialogProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly body: BodyNode | undefined;
  /** The branch that is chosen at first. @default nothing */
  readonly chosen?: ApprovalBranch | undefined;
  readonly onClose: () => void;
}

/** Decides what a node asks people for: with the values that it is about, the form that it wants filled in, and a note. */
export function ApproveDialog({ task, node, body, chosen, onClose }: ApproveDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const schema = (body?.source["form"] ?? null) as Schema | null;
  const [branch, setBranch] = useState<ApprovalBranch | null>(chosen ?? null);
  const [note, setNote] = useState("");
  const [form, setForm] = useState<unknown>(() =>
    schema === null ? undefined : initialValue(schema, schema),
  );
  const submit = (): void => {
    if (branch === null) return;
    const more = { ...(form !== undefined && { form }), ...noteOf(note) };
    operate({ type: "approve", node: node.id, branch, ...more }, onClose);
  };
  return (
    <DialogForm
      title={node.title ?? node.id}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("task.approve.do")}
      refusal={branch === null ? t("common.chooseFirst", { field: t("task.approve.decision") }) : null}
      isPending={isPending}
    >
      <Evidence task={task} body={body} />
      <Text size="sm" c="dimmed">
        {t("task.approve.hint")}
      </Text>
      <Radio.Group
        label={t("task.approve.decision")}
        value={branch ?? ""}
        onChange={(value) => setBranch(value === "approved" ? "approved" : "refused")}
      >
        <Stack gap={10} mt={6}>
          <Radio
            size="xs"
            value="approved"
            label={t("task.approve.approved")}
            data-autofocus={branch !== "refused" || undefined}
          />
          <Radio
            size="xs"
            value="refused"
            label={t("task.approve.refused")}
            data-autofocus={branch === "refused" || undefined}
          />
        </Stack>
      </Radio.Group>
      {schema !== null && <SchemaForm schema={schema} value={form} onChange={setForm} mistakes={NONE} />}
      <NoteField label={t("task.note")} value={note} onChange={setNote} />
    </DialogForm>
  );
}
