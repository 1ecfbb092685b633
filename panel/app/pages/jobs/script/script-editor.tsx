import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { GitMerge } from "lucide-react";
import type { FormEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
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
        {form.isChanged && form.stale !== null && (
          <Alert
            role="alert"
            variant="outline"
            color="yellow"
            icon={<GitMerge size={16} />}
            title={
              <Text size="sm" fw={600} c="var(--mantine-color-text)">
                {t("script.staleTitle", { version: form.stale })}
              </Text>
            }
          >
            <Text size="sm">{t("script.staleHint")}</Text>
            <Group gap="xs" mt="xs">
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onCompare(form.version, form.stale ?? form.version)}
              >
                {t("script.showChange")}
              </Button>
              <Button variant="default" size="compact-sm" onClick={form.keepMine}>
                {t("script.keepMine")}
              </Button>
              <Button variant="default" size="compact-sm" onClick={form.discard}>
                {t("script.takeSaved", { version: form.stale })}
              </Button>
            </Group>
          </Alert>
        )}
        {form.isChanged && (
          <>
            <Textarea
              label={t("script.comment")}
              description={t("script.commentHint")}
              maxLength={500}
              autosize
              minRows={1}
              value={form.comment}
              onChange={({ currentTarget: { value } }) => form.setComment(value)}
            />
            <Group gap="xs" justify="end">
              <Button variant="default" onClick={form.discard}>
                {t("job.discard")}
              </Button>
              <Button type="submit" loading={form.isSaving} disabled={form.stale !== null}>
                {t("common.save")}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      <UnsavedDialog isUnsaved={form.isChanged} text={t("script.unsaved")} />
    </form>
  );
}
