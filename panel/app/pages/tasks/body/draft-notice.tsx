import { Button, Group } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../ui/notice.tsx";
import type { LocalDraft } from "./use-local-draft.ts";

/** What was written before the page was loaded again. */
export function DraftNotice({ draft }: { readonly draft: LocalDraft }): ReactElement | null {
  const { t } = useTranslation();
  if (draft.left === null) return null;
  return (
    <Notice title={t("task.draft.title")}>
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" onClick={draft.take}>
          {t("task.draft.take")}
        </Button>
        <Button variant="default" size="compact-sm" onClick={draft.discard}>
          {t("task.draft.discard")}
        </Button>
      </Group>
    </Notice>
  );
}
