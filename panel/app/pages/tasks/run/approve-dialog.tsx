import { Radio, Stack, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { SchemaForm } from "../../../ui/schema/schema-form.tsx";
import { initialValue, type Schema } from "../../../ui/schema/schema-shape.ts";
import type { BodyNode } from "../graph/body-node.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

const NONE: ReadonlyMap<string, string> = new Map();

export interface ApproveDialogProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly body: BodyNode | undefined;
  readonly onClose: () => void;
}

/** Decides what a node asks people for, with the form that it wants filled in. */
export function ApproveDialog({ task, node, body, onClose }: ApproveDialogProps): ReactElement {
  const { t } = useTranslation();
  const { isPending, operate } = useOperate(task.instanceId);
  const schema = (body?.source["form"] ?? null) as Schema | null;
  const [branch, setBranch] = useState<"approved" | "refused" | null>(null);
  const [form, setForm] = useState<unknown>(() =>
    schema === null ? undefined : initialValue(schema, schema),
  );
  const submit = (): void => {
    if (branch === null) return;
    operate({ type: "approve", node: node.id, branch, ...(form !== undefined && { form }) }, onClose);
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
      <Text size="sm" c="dimmed">
        {t("task.approve.hint")}
      </Text>
      <Radio.Group
        label={t("task.approve.decision")}
        value={branch ?? ""}
        onChange={(value) => setBranch(value === "approved" ? "approved" : "refused")}
      >
        <Stack gap={10} mt={6}>
          <Radio size="xs" value="approved" label={t("task.approve.approved")} data-autofocus />
          <Radio size="xs" value="refused" label={t("task.approve.refused")} />
        </Stack>
      </Radio.Group>
      {schema !== null && <SchemaForm schema={schema} value={form} onChange={setForm} mistakes={NONE} />}
    </DialogForm>
  );
}
