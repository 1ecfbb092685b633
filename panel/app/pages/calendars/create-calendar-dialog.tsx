import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";

/** Makes a calendar and opens it. */
export function CreateCalendarDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const create = useApiChange("createCalendar", {
    onDone: ({ calendar }) => void navigate({ to: "/calendars/$key", params: { key: calendar.key } }),
    onFailed: (error) => setMistakes(fieldMistakes(error, "key")),
  });
  const missing = [
    ...(key.trim() === "" ? [t("calendars.key")] : []),
    ...(name.trim() === "" ? [t("calendars.name")] : []),
  ];
  return (
    <DialogForm
      title={t("calendars.create")}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { key: key.trim(), name: name.trim() } })}
      submitText={t("calendars.createDo")}
      refusal={
        missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
      }
      isPending={create.isPending}
    >
      <TextInput
        label={t("calendars.key")}
        description={t("calendars.keyHint")}
        value={key}
        error={mistakes["key"]}
        onChange={({ currentTarget: { value } }) => setKey(value)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label={t("calendars.name")}
        value={name}
        error={mistakes["name"]}
        onChange={({ currentTarget: { value } }) => setName(value)}
        autoComplete="off"
      />
    </DialogForm>
  );
}
