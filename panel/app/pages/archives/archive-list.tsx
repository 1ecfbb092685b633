import { Button, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Archive } from "../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Time } from "../../time/time.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fileSize } from "../../ui/json/file-size.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { sourceName } from "./source-name.ts";

/** The files that were imported. */
export function ArchiveList(): ReactElement {
  const { t, i18n } = useTranslation();
  const archives = useApi("listArchives", {});
  const mayNot = useRefusal("archives:import", null);
  const [leaving, setLeaving] = useState<Archive | null>(null);
  return (
    <>
      <QueryView query={archives}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("exports.archivesEmpty")} />
          ) : (
            <Table className="data-table list-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("exports.file")}</Table.Th>
                  <Table.Th>{t("exports.origin")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("exports.rangeOf")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("exports.size")}</Table.Th>
                  <Table.Th>
                    <span className="visually-hidden">{t("exports.remove")}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((archive) => (
                  <Table.Tr key={archive.id}>
                    <Table.Td>
                      <Link to="/archives/$id" params={{ id: archive.id }}>
                        {archive.name}
                      </Link>
                      <Text size="xs" c="dimmed">
                        {t("exports.runs", { count: archive.counts.runs })}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      {sourceName(archive)}
                      <Text size="xs" c="dimmed" component="div">
                        <Time at={archive.source.madeAt} />
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Time at={archive.source.from} /> –<br />
                      <Time at={archive.source.to} />
                    </Table.Td>
                    <Table.Td visibleFrom="sm">{fileSize(archive.size, i18n.language)}</Table.Td>
                    <Table.Td>
                      <RefusableButton
                        size="compact-sm"
                        variant="default"
                        refusal={mayNot}
                        onClick={() => setLeaving(archive)}
                      >
                        {t("exports.remove")}
                      </RefusableButton>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {leaving !== null && <RemoveDialog archive={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function RemoveDialog({
  archive: { id, name },
  onClose,
}: {
  readonly archive: Archive;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const remove = useApiChange("removeArchive", { onDone: onClose });
  return (
    <DialogForm
      title={t("exports.removeTitle", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id } })}
      submitText={t("exports.remove")}
      isDestructive
      isPending={remove.isPending}
    >
      <Text size="sm">{t("exports.removeHint")}</Text>
    </DialogForm>
  );
}

/** What a page shows in place of an archive that is gone. */
export function NoArchive(): ReactElement {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("exports.notFound")}>
      <Text size="sm" c="dimmed">
        {t("exports.notFoundHint")}
      </Text>
      <Button variant="default" renderRoot={(props) => <Link to="/archives" {...props} />}>
        {t("exports.back")}
      </Button>
    </EmptyState>
  );
}
