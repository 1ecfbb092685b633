import { Alert, Button, Group, Text, Textarea } from "@mantine/core";
import { GitMerge } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import type { ScriptForm } from "./use-script-form.ts";

export interface ScriptSavingProps {
  readonly form: ScriptForm;
  /** Shows how two versions differ. */
  readonly onCompare: (from: number, to: number) => void;
  /** It has mistakes. @default false */
  readonly isBlocked?: boolean;
}

/** Saves a changed text as a version: asks why, and how to go on where another one was saved meanwhile. */
export function ScriptSaving({ form, onCompare, isBlocked = false }: ScriptSavingProps): ReactNode {
  const { t } = useTranslation();
  if (!form.isChanged) return null;
  return (
    <>
      {form.stale !== null && <Stale form={form} stale={form.stale} onCompare={onCompare} />}
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
        <RefusableButton
          variant="default"
          loading={form.isSaving}
          refusal={isBlocked ? t("script.blocked") : null}
          onClick={form.saveDraft}
        >
          {t("script.saveDraft")}
        </RefusableButton>
        <RefusableButton
          type="submit"
          loading={form.isSaving}
          refusal={
            isBlocked
              ? t("script.blocked")
              : form.stale === null
                ? null
                : t("script.staleTitle", { version: form.stale })
          }
        >
          {t("common.save")}
        </RefusableButton>
      </Group>
    </>
  );
}

interface StaleProps extends Pick<ScriptSavingProps, "form" | "onCompare"> {
  readonly stale: number;
}

function Stale({ form, stale, onCompare }: StaleProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Alert
      role="alert"
      variant="outline"
      color="yellow"
      icon={<GitMerge size={16} />}
      title={
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t("script.staleTitle", { version: stale })}
        </Text>
      }
    >
      <Text size="sm">{t("script.staleHint")}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="compact-sm" onClick={() => onCompare(form.version, stale)}>
          {t("script.showChange")}
        </Button>
        <Button variant="default" size="compact-sm" onClick={form.keepMine}>
          {t("script.keepMine")}
        </Button>
        <Button variant="default" size="compact-sm" onClick={form.discard}>
          {t("script.takeSaved", { version: stale })}
        </Button>
      </Group>
    </Alert>
  );
}
