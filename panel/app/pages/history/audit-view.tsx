import { Button, Group, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { useNow } from "../../time/use-now.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { DEFAULT_PAGE_SIZE } from "../../ui/page/page-size.ts";
import { Pager } from "../../ui/page/pager.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { type AuditFilter, AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";
import { AuditVerdict } from "./audit-verdict.tsx";
import { auditStart } from "./history-search.ts";

const route = getRouteApi("/history");

/** Who did what and who was refused, to be searched, exported and verified. */
export function AuditView(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const now = useNow();
  const { size = DEFAULT_PAGE_SIZE, cursor, ...search } = route.useSearch();
  const { app, actor, kind, outcome, to } = search;
  const filter = { app, actor, kind, outcome, from: auditStart(search, now), to };
  const entries = useApi("listAudit", { query: { ...filter, cursor, limit: size } }, { keepPrevious: true });
  const change = (changed: Partial<AuditFilter>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed, cursor: undefined }), replace: true });
  return (
    <>
      <AuditFilters value={search} onChange={change} />
      <Group gap="xs" my="xs">
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={apiUrl("exportAudit", { query: filter })}
          download="audit.ndjson"
          leftSection={<Download size={14} aria-hidden="true" />}
        >
          {t("history.export")}
        </Button>
        <AuditVerdict />
      </Group>
      <QueryView query={entries}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={t("history.noneFound")} />
          ) : (
            <>
              <Text component="div" size="sm">
                <ul className="acts">
                  {items.map((entry) => (
                    <AuditRow key={entry.id} entry={entry} />
                  ))}
                </ul>
              </Text>
              <Pager cursor={cursor} nextCursor={nextCursor} size={size} />
            </>
          )
        }
      </QueryView>
    </>
  );
}
