import { Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { apiUrl, callForText } from "../../../api/call-api.ts";
import { fileSize } from "../../../ui/json/file-size.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { csvRows } from "./csv-rows.ts";
import type { FolderFile } from "./folder-file.ts";

/** The beginning of a text that is sent, in bytes. */
const MOST_BYTES = 256 * 1024;
const MOST_ROWS = 200;

interface FilePreviewProps {
  readonly id: string;
  readonly file: FolderFile;
}

/** The content of a file, as far as it is shown. */
export function FilePreview({ id, file }: FilePreviewProps): ReactElement {
  const { t } = useTranslation();
  const label = t("folder.preview", { path: file.path });
  return (
    <section className="folder-preview">
      <Title order={2} size="h5" mb={4} className="mono">
        {file.path}
      </Title>
      {file.preview === "image" ? (
        <ImageContent id={id} path={file.path} label={label} />
      ) : (
        <TextContent id={id} file={file} label={label} />
      )}
    </section>
  );
}

function ImageContent({
  id,
  path,
  label,
}: {
  readonly id: string;
  readonly path: string;
  readonly label: string;
}): ReactElement {
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Text size="sm">{t("folder.noContent")}</Text>;
  const src = apiUrl("previewInstanceFolderFile", { path: { id }, query: { path } });
  return <img className="folder-image" src={src} alt={label} onError={() => setFailed(true)} />;
}

function TextContent({ id, file, label }: FilePreviewProps & { readonly label: string }): ReactElement {
  const { t, i18n } = useTranslation();
  const request = { path: { id }, query: { path: file.path } };
  const text = useQuery<string, ApiError>({
    queryKey: ["previewInstanceFolderFile", request],
    queryFn: ({ signal }) => callForText("previewInstanceFolderFile", request, { signal }),
  });
  return (
    <QueryView query={text}>
      {(content) => {
        if (content === "") return <Text size="sm">{t("folder.empty")}</Text>;
        const isCut = new TextEncoder().encode(content).length >= MOST_BYTES;
        return (
          <>
            {file.preview === "table" ? (
              <Rows content={content} label={label} />
            ) : (
              <pre className="folder-text mono" aria-label={label} role="region" tabIndex={0}>
                {content}
              </pre>
            )}
            {isCut && <Text size="sm">{t("folder.cut", { size: fileSize(MOST_BYTES, i18n.language) })}</Text>}
          </>
        );
      }}
    </QueryView>
  );
}

function Rows({ content, label }: { readonly content: string; readonly label: string }): ReactElement {
  const { t } = useTranslation();
  const [head = [], ...rows] = csvRows(content, MOST_ROWS + 2);
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      <div className="table-scroll folder-rows" role="region" aria-label={label} tabIndex={0}>
        <Table className="data-table">
          <Table.Thead>
            <Table.Tr>
              {head.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells have no other name
                <Table.Th key={index}>{cell}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row, number) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
              <Table.Tr key={number}>
                {row.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no other name
                  <Table.Td key={index}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > shown.length && <Text size="sm">{t("folder.rows", { count: MOST_ROWS })}</Text>}
    </>
  );
}
