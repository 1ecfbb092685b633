import { Checkbox, FileInput, NativeSelect, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";

/** Takes the days that come with the scheduler, or those of a file. */
export function ImportCalendarDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [from, setFrom] = useState<"cn" | "file">("cn");
  const [key, setKey] = useState("cn");
  const [file, setFile] = useState<File | null>(null);
  const [replaces, setReplaces] = useState(false);
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const load = useApiChange("importCalendar", {
    onDone: ({ calendar }) => {
      notifyDone(t("calendars.imported", { key: calendar.key, days: Object.keys(calendar.days).length }));
      onClose();
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "text")),
  });
  const submit = async (): Promise<void> => {
    const common = { key: key.trim(), replace: replaces };
    if (from === "cn") load.mutate({ body: { ...common, source: "cn" } });
    else if (file !== null)
      load.mutate({
        body: { ...common, format: formatOf(file.name), text: await file.text(), source: file.name },
      });
  };
  const missing = [
    ...(key.trim() === "" ? [t("calendars.key")] : []),
    ...(from === "file" && file === null ? [t("calendars.file")] : []),
  ];
  return (
    <DialogForm
      title={t("calendars.import")}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText={t("calendars.importDo")}
      refusal={
        missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
      }
      isPending={load.isPending}
    >
      <NativeSelect
        label={t("calendars.from")}
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value === "cn" ? "cn" : "file")}
        data={[
          { value: "cn", label: t("calendars.fromChina") },
          { value: "file", label: t("calendars.fromFile") },
        ]}
      />
      {from === "file" && (
        <FileInput
          label={t("calendars.file")}
          accept=".ics,.csv,.json"
          value={file}
          error={mistakes["text"] ?? mistakes["days"]}
          onChange={setFile}
        />
      )}
      <TextInput
        label={t("calendars.key")}
        description={t("calendars.keyHint")}
        value={key}
        error={mistakes["key"] ?? (from === "cn" ? mistakes["text"] : undefined)}
        onChange={({ currentTarget: { value } }) => setKey(value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Checkbox
        size="xs"
        checked={replaces}
        onChange={({ currentTarget: { checked } }) => setReplaces(checked)}
        label={t("calendars.replace")}
      />
      <Text size="xs" c="dimmed">
        {t("calendars.importHint")}
      </Text>
    </DialogForm>
  );
}

function formatOf(name: string): "ics" | "csv" | "json" {
  const ending = name.toLowerCase().split(".").at(-1);
  return ending === "csv" || ending === "json" ? ending : "ics";
}
