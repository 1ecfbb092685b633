import { Button, Stack } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { JsonView } from "../../ui/json/json-view.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";

const PAGE = 50;

export interface ArchiveRecordsProps {
  readonly id: string;
  readonly section: "definitions" | "history" | "workers" | "samples";
}

/** What an archive has beside its runs, as it was exported. */
export function ArchiveRecords({ id, section }: ArchiveRecordsProps): ReactElement {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <Stack gap="xs">
      {cursors.map((cursor, index) => (
        <RecordPage
          key={cursor ?? "first"}
          id={id}
          section={section}
          cursor={cursor}
          isLast={index === cursors.length - 1}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </Stack>
  );
}

interface RecordPageProps extends ArchiveRecordsProps {
  readonly cursor: string | undefined;
  readonly isLast: boolean;
  readonly onMore: (cursor: string) => void;
}

function RecordPage({ id, section, cursor, isLast, onMore }: RecordPageProps): ReactElement {
  const { t } = useTranslation();
  const page = useApi("listArchivedRecords", { path: { id }, query: { section, limit: PAGE, cursor } });
  return (
    <QueryView query={page}>
      {({ items, nextCursor }) => (
        <>
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a page of an archive never changes
            <JsonView key={index} value={item} label={t(`exports.part.${section}`)} />
          ))}
          {isLast && nextCursor !== null && (
            <Button variant="default" size="compact-sm" onClick={() => onMore(nextCursor)}>
              {t("exports.more")}
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
}
