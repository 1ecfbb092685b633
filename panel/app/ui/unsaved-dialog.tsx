import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { DialogForm } from "./dialog-form.tsx";

export interface UnsavedDialogProps {
  readonly isUnsaved: boolean;
  /** The message about the edits that would be lost. */
  readonly text: string;
}

/** Asks before what was written and not saved is left behind; not where `navigate` has `ignoreBlocker`. */
export function UnsavedDialog({ isUnsaved, text }: UnsavedDialogProps): ReactElement | null {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <DialogForm
      title={t("job.unsavedTitle")}
      onClose={reset}
      onSubmit={proceed}
      submitText={t("job.unsavedLeave")}
      closeText={t("job.unsavedStay")}
      isDestructive
      isPending={false}
    >
      <Text size="sm">{text}</Text>
    </DialogForm>
  );
}

function tabOf(search: object): unknown {
  return (search as { readonly tab?: unknown }).tab;
}
