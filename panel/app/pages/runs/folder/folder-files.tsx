import { ActionIcon, Anchor, Table, Title, UnstyledButton } from "@mantine/core";
import { Download } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../../api/call-api.ts";
import { fileSize } from "../../../ui/json/file-size.ts";
import { FilePreview } from "./file-preview.tsx";
import type { FolderFile } from "./folder-file.ts";

/** The files of a directory, of which one is looked at. */
export function FolderFiles({
  id,
  files,
}: {
  readonly id: string;
  readonly files: readonly FolderFile[];
}): ReactElement {
  const { t, i18n } = useTranslation();
  const [path, setPath] = useState<string | null>(null);
  const looked = files.find((file) => file.path === path);
  return (
    <div className="folder-columns">
      <section>
        <Title order={2} size="h5" mb={4}>
          {t("folder.files")}
        </Title>
        <Table className="data-table" aria-label={t("folder.files")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("folder.path")}</Table.Th>
              <Table.Th ta="end">{t("folder.size")}</Table.Th>
              <Table.Th>{t("folder.actions")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map((file) => (
              <Table.Tr key={file.path} data-looked={file === looked || undefined}>
                <Table.Td className="mono">
                  <FileName id={id} file={file} onLook={() => setPath(file.path)} />
                </Table.Td>
                <Table.Td className="end">
                  {file.size === null ? (
                    <span title={t("folder.made")}>–</span>
                  ) : (
                    fileSize(file.size, i18n.language)
                  )}
                </Table.Td>
                <Table.Td>
                  <ActionIcon
                    component="a"
                    variant="subtle"
                    href={apiUrl("downloadInstanceFolderFile", { path: { id }, query: { path: file.path } })}
                    download
                    aria-label={t("folder.save", { path: file.path })}
                  >
                    <Download size={14} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {looked !== undefined && <FilePreview id={id} file={looked} key={looked.path} />}
    </div>
  );
}

interface FileNameProps {
  readonly id: string;
  readonly file: FolderFile;
  readonly onLook: () => void;
}

/** A PDF is shown by the browser's own viewer, in a tab of its own. */
function FileName({ id, file: { path, preview }, onLook }: FileNameProps): ReactElement {
  const { t } = useTranslation();
  if (preview === null) return <>{path}</>;
  if (preview === "pdf")
    return (
      <Anchor
        size="sm"
        href={apiUrl("previewInstanceFolderFile", { path: { id }, query: { path } })}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("folder.open", { path })}
      >
        {path}
      </Anchor>
    );
  return (
    <UnstyledButton className="folder-look" onClick={onLook} aria-label={t("folder.look", { path })}>
      {path}
    </UnstyledButton>
  );
}
