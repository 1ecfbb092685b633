import { NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import type { FormEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { ScriptSaving } from "./script-saving.tsx";
import type { ScriptForm } from "./use-script-form.ts";

const MOST_CHARACTERS = 262_144;

export interface ScriptEditorProps {
  readonly form: ScriptForm;
  /** Languages that workers of the job's app run. */
  readonly languages: readonly string[];
  /** Shows how two versions differ. */
  readonly onCompare: (from: number, to: number) => void;
}

/** The text of a script in a field that every keyboard and reader knows; Tab leaves it. */
export function ScriptEditor({ form, languages, onCompare }: ScriptEditorProps): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("jobs:edit");
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
        <Textarea
          label={t("script.source")}
          className="mono-input script-source"
          value={form.source}
          readOnly={!mayEdit}
          maxLength={MOST_CHARACTERS}
          autosize
          minRows={12}
          maxRows={36}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          wrap="off"
          onChange={({ currentTarget: { value } }) => form.setSource(value)}
        />
        {!mayEdit && <Text size="sm">{t("script.mayNot")}</Text>}
        <ScriptSaving form={form} onCompare={onCompare} />
      </Stack>
      <UnsavedDialog isUnsaved={form.isChanged} text={t("script.unsaved")} />
    </form>
  );
}
