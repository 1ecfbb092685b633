import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export interface PagerProps {
  /** Of the page that is shown, from the URL. */
  readonly cursor: string | undefined;
  readonly nextCursor: string | null;
  /** What else the pages after the first need in their search; the first has none of it. */
  readonly pinned?: Readonly<Record<string, string | undefined>>;
}

/** Keyset paging: the cursor is in the URL, so the browser's back is the page before. Nothing where all fits one page. */
export function Pager({ cursor, nextCursor, pinned = {} }: PagerProps): ReactElement | null {
  const { t } = useTranslation();
  const unpinned = Object.fromEntries(Object.keys(pinned).map((name) => [name, undefined]));
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group gap="xs" justify="end" component="nav" aria-label={t("common.next")}>
      {cursor !== undefined && (
        <Button
          variant="default"
          leftSection={<ChevronsLeft size={14} />}
          renderRoot={(props) => (
            <Link
              to="."
              search={(search: object) => ({ ...search, ...unpinned, cursor: undefined })}
              {...props}
            />
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
            <Link
              to="."
              search={(search: object) => ({ ...search, ...pinned, cursor: nextCursor })}
              {...props}
            />
          )}
        >
          {t("common.next")}
        </Button>
      )}
    </Group>
  );
}
