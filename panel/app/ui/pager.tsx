import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export interface PagerProps {
  /** Of the page that is shown, from the URL. */
  readonly cursor: string | undefined;
  readonly nextCursor: string | null;
}

/** Keyset paging: the cursor is in the URL, so the browser's back is the page before. Nothing where all fits one page. */
export function Pager({ cursor, nextCursor }: PagerProps): ReactElement | null {
  const { t } = useTranslation();
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group gap="xs" justify="end" component="nav" aria-label={t("common.next")}>
      {cursor !== undefined && (
        <Button
          variant="default"
          leftSection={<ChevronsLeft size={14} />}
          renderRoot={(props) => (
            <Link to="." search={(search: object) => ({ ...search, cursor: undefined })} {...props} />
          )}
        >
          {t("common.first")}
        </Button>
      )}
      {nextCursor !== null && (
        <Button
          variant="default"
          rightSection={<ChevronRight size={14} />}
          renderRoot={(props) => (
            <Link to="." search={(search: object) => ({ ...search, cursor: nextCursor })} {...props} />
          )}
        >
          {t("common.next")}
        </Button>
      )}
    </Group>
  );
}
