import { Button, Group, NativeSelect } from "@mantine/core";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type PageSize } from "./page-size.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The cursors of the pages before, the first one's is empty; kept with the page, not in its URL. */
    readonly pages?: readonly string[];
  }
}

export interface PagerProps {
  /** Of the page that is shown, from the URL. */
  readonly cursor: string | undefined;
  readonly nextCursor: string | null;
  /** Rows of a page, from the URL. */
  readonly size: PageSize;
  /** Further parts of the search that the pages after the first need; the first has none of them. */
  readonly pinned?: Readonly<Record<string, string | undefined>>;
}

/** Keyset paging: the cursor is in the URL. Nothing where all fits one page. */
export function Pager({ cursor, nextCursor, size, pinned = {} }: PagerProps): ReactElement | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pages = useRouterState({ select: ({ location }) => location.state.pages }) ?? [];
  const unpinned = Object.fromEntries(Object.keys(pinned).map((name) => [name, undefined]));
  const previous = pages.at(-1);
  if (cursor === undefined && nextCursor === null && size === DEFAULT_PAGE_SIZE) return null;
  const toFirst = (search: object): object => ({ ...search, ...unpinned, cursor: undefined });
  return (
    <Group gap="xs" justify="space-between" component="nav" aria-label={t("common.pages")}>
      <NativeSelect
        aria-label={t("common.pageSize")}
        value={String(size)}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            to: ".",
            search: (search: object) => ({
              ...toFirst(search),
              size: PAGE_SIZES.find((rows) => String(rows) === value),
            }),
            replace: true,
          })
        }
        data={PAGE_SIZES.map((rows) => ({ value: String(rows), label: t("common.rows", { count: rows }) }))}
      />
      <Group gap="xs">
        {cursor !== undefined && (
          <Button
            variant="default"
            leftSection={<ChevronsLeft size={14} />}
            renderRoot={(props) => <Link to="." search={toFirst} {...props} />}
          >
            {t("common.first")}
          </Button>
        )}
        {cursor !== undefined && previous !== undefined && (
          <Button
            variant="default"
            leftSection={<ChevronLeft size={14} />}
            renderRoot={(props) => (
              <Link
                to="."
                search={(search: object) =>
                  previous === "" ? toFirst(search) : { ...search, cursor: previous }
                }
                state={{ pages: pages.slice(0, -1) }}
                {...props}
              />
            )}
          >
            {t("common.previous")}
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
                state={{ pages: [...pages, cursor ?? ""] }}
                {...props}
              />
            )}
          >
            {t("common.next")}
          </Button>
        )}
      </Group>
    </Group>
  );
}
