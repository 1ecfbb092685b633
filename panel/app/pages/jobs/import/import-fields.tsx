import { Button, Checkbox, FileButton, NativeSelect, Text, Textarea } from "@mantine/core";
import { FileUp, Search } from "lucide-react";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { ZoneField } from "../schedules/zone-field.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { ImportApp } from "./import-app.tsx";
import { hasExitCodes, type Import, type ImportSource } from "./use-import.ts";

const ROW = { root: "option-row" };
const ORDER = ["label", "input", "description", "error"] as ("label" | "input")[];
const SOURCES = [
  "xxl",
  "crontab",
  "systemCrontab",
  "agenda",
  "bullmq",
  "dolphinScheduler",
  "airflow",
  "powerJob",
] as const satisfies readonly ImportSource[];
const MOST_BYTES = 1024 * 1024;

/** The file to import, whose it is, and its zone. */
export function ImportFields({ importing }: { readonly importing: Import }): ReactElement {
  const { t } = useTranslation();
  const { form, mistakes, isPending, change, read } = importing;
  const [isTooLarge, setTooLarge] = useState(false);
  const common = { classNames: ROW, inputWrapperOrder: ORDER };
  const isBlocked =
    form.text.trim() === "" || form.timeZone === "" || (form.source !== "xxl" && form.app.trim() === "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !isPending) read();
  };
  const takeFile = (file: File | null): void => {
    setTooLarge(file !== null && file.size > MOST_BYTES);
    if (file !== null && file.size <= MOST_BYTES) void file.text().then((text) => change({ text }));
  };
  return (
    <form onSubmit={submit} noValidate className="option-inputs new-job">
      <section className="option-group">
        <NativeSelect
          {...common}
          label={t("import.source")}
          value={form.source}
          data={SOURCES.map((source) => ({ value: source, label: t(`import.sources.${source}`) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ source: SOURCES.find((one) => one === value) ?? "xxl", app: "" })
          }
        />
        <Textarea
          {...common}
          className="mono-input"
          label={t("import.text")}
          description={t("import.textHint")}
          error={isTooLarge ? t("import.tooLarge") : mistakes["text"]}
          value={form.text}
          onChange={({ currentTarget: { value } }) => change({ text: value })}
          rows={8}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div className="option-row">
          <FileButton onChange={takeFile}>
            {(props) => (
              <Button {...props} variant="default" className="import-file" leftSection={<FileUp size={14} />}>
                {t("import.file")}
              </Button>
            )}
          </FileButton>
        </div>
        <ZoneField
          wrapper={{
            ...common,
            label: t("import.zone"),
            description: t("import.zoneHint"),
            error: mistakes["timeZone"],
            required: true,
          }}
          value={form.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
        {hasExitCodes(form.source) && (
          <Checkbox
            className="option-row"
            label={t("import.anyExitCode")}
            description={t("import.anyExitCodeHint")}
            checked={form.anyExitCode}
            onChange={({ currentTarget: { checked } }) => change({ anyExitCode: checked })}
          />
        )}
        <ImportApp form={form} error={mistakes["app"]} wrapper={common} onApp={(app) => change({ app })} />
      </section>
      {isBlocked && (
        <Text size="xs" c="dimmed">
          {t("import.blocked")}
        </Text>
      )}
      <RefusableButton
        type="submit"
        leftSection={<Search size={14} />}
        loading={isPending}
        refusal={isBlocked ? t("import.blocked") : null}
      >
        {t("import.preview")}
      </RefusableButton>
    </form>
  );
}
