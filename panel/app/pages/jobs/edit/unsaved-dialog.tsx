import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { DialogForm } from "../../../ui/dialog-form.tsx";

/** Asks before changes that are not saved are left behind. */
export function UnsavedDialog({ count }: { readonly count: number }): ReactElement | null {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      count > 0 && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: () => count > 0,
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
      <Text size="sm">{t("job.changes", { count })}</Text>
    </DialogForm>
  );
}

function tabOf(search: object): unknown {
  return (search as { readonly tab?: unknown }).tab;
}
