import { NativeSelect, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import { SourceField } from "../../../ui/source-field.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { ScriptSaving } from "./script-saving.tsx";
import type { ScriptForm } from "./use-script-form.ts";

const MOST_CHARACTERS = 262_144;

export interface ScriptEditorProps {
  readonly app: string;
  readonly form: ScriptForm;
  /** Languages that workers of the job's app run. */
  readonly languages: readonly string[];
  /** Shows how two versions differ. */
  readonly onCompare: (from: number, to: number) => void;
}

/** The text of a script, and its language. */
export function ScriptEditor({ app, form, languages, onCompare }: ScriptEditorProps): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("work:edit", app);
  const choices = [...new Set([form.language, ...languages])].toSorted();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isChanged && form.stale === null) form.save();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <NativeSelect
          label={t("script.language")}
          className="script-language"
          value={form.language}
          disabled={!mayEdit}
          onChange={({ currentTarget: { value } }) => form.setLanguage(value)}
          data={choices}
        />
        <SourceField
          label={t("script.source")}
          value={form.source}
          readOnly={!mayEdit}
          maxLength={MOST_CHARACTERS}
          minRows={12}
          maxRows={36}
          onChange={form.setSource}
        />
        {!mayEdit && <Text size="sm">{t("script.mayNot")}</Text>}
        <ScriptSaving form={form} onCompare={onCompare} />
      </Stack>
      <UnsavedDialog isUnsaved={form.isChanged} text={t("script.unsaved")} />
    </form>
  );
}
