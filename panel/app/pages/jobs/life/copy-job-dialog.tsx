import { Text, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../../api/field-mistakes.ts";

export interface CopyJobDialogProps {
  readonly job: Pick<Job, "key" | "kind" | "options">;
  readonly onClose: () => void;
}

/** Copies a job under another key and opens the copy. */
export function CopyJobDialog({ job, onClose }: CopyJobDialogProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [key, setKey] = useState(`${job.key}-copy`);
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const copy = useApiChange("copyJob", {
    onDone: ({ key: made }) => {
      notifyDone(t("jobLife.copied", { key: made }));
      onClose();
      void navigate({ to: "/jobs/$key", params: { key: made } });
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "key")),
  });
  return (
    <DialogForm
      title={t("jobLife.copyTitle", { name: job.options.name })}
      onClose={onClose}
      onSubmit={() => copy.mutate({ path: { key: job.key }, body: { key: key.trim() } })}
      submitText={t("jobLife.copyDo")}
      refusal={key.trim() === "" ? t("common.fillIn", { fields: t("jobLife.key") }) : null}
      isPending={copy.isPending}
    >
      <Text size="sm" c="dimmed">
        {t(job.kind === "recurring" ? "jobLife.copyRecurring" : "jobLife.copyTriggered")}
      </Text>
      <TextInput
        label={t("jobLife.key")}
        className="mono-input"
        value={key}
        error={mistakes["key"]}
        onChange={({ currentTarget: { value } }) => {
          setKey(value);
          setMistakes({});
        }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </DialogForm>
  );
}
