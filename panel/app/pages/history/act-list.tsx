import { Anchor, Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { ActRow } from "./act-row.tsx";
import { isActHash } from "./linked-act.ts";
import "./history.css";

const FIRST = 50;
const MOST = 200;
const EVERY_MS = 3000;

export interface ActListProps {
  readonly of: { readonly jobKey?: string; readonly app?: string; readonly instanceId?: string };
}

/** The acts on a job, an app or a run, the newest first. */
export function ActList({ of }: ActListProps): ReactElement {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(() => (isActHash(location.hash.slice(1)) ? MOST : FIRST));
  const acts = useApi("listHistory", { query: { ...of, limit } }, { everyMs: EVERY_MS, keepPrevious: true });
  return (
    <QueryView query={acts}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <EmptyState title={t("history.none")} />
        ) : (
          <>
            <Acts items={items} />
            {nextCursor !== null && limit < MOST && (
              <Button variant="default" size="compact-sm" onClick={() => setLimit(MOST)}>
                {t("instances.showMore", { count: MOST - limit })}
              </Button>
            )}
            {nextCursor !== null && limit === MOST && of.jobKey !== undefined && (
              <Anchor size="sm" renderRoot={(props) => <Link to="/history" {...props} />}>
                {t("history.title")}
              </Anchor>
            )}
          </>
        )
      }
    </QueryView>
  );
}

export function Acts({ items }: { readonly items: readonly Act[] }): ReactElement {
  return (
    <Text component="div" size="sm">
      <ul className="acts">
        {items.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
    </Text>
  );
}
