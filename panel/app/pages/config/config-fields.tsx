import { Button, Checkbox, FileButton, Group } from "@mantine/core";
import { FileUp, GitCompare } from "lucide-react";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { SourceField } from "../../ui/source-field.tsx";
import type { Config } from "./use-config.ts";

const MOST_BYTES = 1024 * 1024;

/** The document, and how it is to be applied. */
export function ConfigFields({ config }: { readonly config: Config }): ReactElement {
  const { t } = useTranslation();
  const { form, isPending, change, compare } = config;
  const [isTooLarge, setTooLarge] = useState(false);
  const isBlocked = form.text.trim() === "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !isPending) compare();
  };
  const takeFile = (file: File | null): void => {
    setTooLarge(file !== null && file.size > MOST_BYTES);
    if (file !== null && file.size <= MOST_BYTES) void file.text().then((text) => change({ text }));
  };
  return (
    <form onSubmit={submit} noValidate className="config-form">
      <SourceField
        label={t("config.text")}
        error={isTooLarge ? t("config.tooLarge") : undefined}
        value={form.text}
        onChange={(text) => change({ text })}
        minRows={8}
        maxRows={24}
      />
      <Group gap="md" align="start">
        <FileButton onChange={takeFile}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileUp size={14} aria-hidden="true" />}>
              {t("config.file")}
            </Button>
          )}
        </FileButton>
        <Checkbox
          label={t("config.prune")}
          description={t("config.pruneHint")}
          checked={form.prune}
          onChange={({ currentTarget: { checked } }) => change({ prune: checked })}
        />
      </Group>
      <RefusableButton
        type="submit"
        leftSection={<GitCompare size={14} aria-hidden="true" />}
        loading={isPending}
        refusal={isBlocked ? t("config.blocked") : null}
      >
        {t("config.compare")}
      </RefusableButton>
    </form>
  );
}
