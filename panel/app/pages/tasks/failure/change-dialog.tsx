import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { oneLine } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { SchemaForm } from "../../../ui/schema/schema-form.tsx";
import type { Schema } from "../../../ui/schema/schema-shape.ts";
import type { GivenValue } from "./given-values.ts";
import type { GoOn } from "./use-go-on.ts";

const NONE: ReadonlyMap<string, string> = new Map();

export interface ChangeDialogProps {
  /** Of the node that failed. */
  readonly name: string;
  /** The values that may be changed. */
  readonly given: readonly GivenValue[];
  readonly goOn: GoOn;
  /** A new run begins, because this one has ended. */
  readonly isOver: boolean;
  readonly onClose: () => void;
}

/** The values that a failed node was given, to be changed; it goes on with them in the same act. */
export function ChangeDialog({ name, given, goOn, isOver, onClose }: ChangeDialogProps): ReactElement {
  const { t } = useTranslation();
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(given.map((one) => [one.name, one.value])),
  );
  const [note, setNote] = useState("");
  const changed = given.filter((one) => JSON.stringify(values[one.name]) !== JSON.stringify(one.value));
  const missing = changed.filter((one) => values[one.name] === undefined).map((one) => one.name);
  const refusal =
    changed.length === 0
      ? t("task.failure.unchanged")
      : missing.length > 0
        ? t("common.fillIn", { fields: missing.join(t("common.separator")) })
        : null;
  const submit = async (): Promise<void> => {
    const to = changed.map((one) => ({ path: one.path, to: values[one.name] }));
    const reason = oneLine(note) || t("task.failure.noReason");
    if (await goOn.goOn(to, reason)) onClose();
  };
  return (
    <DialogForm
      title={t("task.failure.changeTitle", { node: name })}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText={t("task.failure.changeDo", { count: goOn.count ?? 0 })}
      refusal={goOn.refusal ?? refusal}
      isPending={goOn.isPending}
    >
      <Text size="sm" c="dimmed">
        {t(isOver ? "task.failure.changeHintOver" : "task.failure.changeHint")}
      </Text>
      <SchemaForm
        schema={schemaOf(given, (one) => t(`task.failure.where.${whereOf(one)}`))}
        value={values}
        onChange={(next) => setValues((next ?? {}) as Readonly<Record<string, unknown>>)}
        mistakes={NONE}
      />
      {!isOver && <NoteField label={t("task.note")} value={note} onChange={setNote} />}
    </DialogForm>
  );
}

function whereOf({ path: [root] }: GivenValue): "task" | "vars" | "node" {
  if (root === "TASK") return "task";
  return root === "VARS" ? "vars" : "node";
}

/** A field for each value, of the kind that it has now. */
function schemaOf(given: readonly GivenValue[], words: (one: GivenValue) => string): Schema {
  return {
    type: "object",
    required: given.map(({ name }) => name),
    properties: Object.fromEntries(
      given.map((one) => [one.name, { ...kindOf(one.value), description: words(one) }]),
    ),
  };
}

function kindOf(value: unknown): Schema {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return { type: typeof value };
    default:
      return {};
  }
}
