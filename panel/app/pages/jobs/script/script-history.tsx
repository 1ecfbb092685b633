import { Button, Group, Table, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { Time } from "../../../time/time.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

const PAGE = 20;

export interface ScriptHistoryProps {
  readonly jobKey: string;
  /** The version in force. */
  readonly inForce: number;
  readonly onCompare: (from: number, to: number) => void;
}

/** Every version of a script, the newest first: who saved it, when and why. */
export function ScriptHistory({ jobKey, inForce, onCompare }: ScriptHistoryProps): ReactElement {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<string | null>(null);
  const [released, setReleased] = useState<number | null>(null);
  const mayEdit = useMay("jobs:edit");
  const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
  const versions = useApi("listScriptVersions", { path: { key: jobKey }, query }, { keepPrevious: true });
  return (
    <section className="script-history" aria-label={t("script.versions")} tabIndex={0}>
      <QueryView query={versions}>
        {({ items, nextCursor }) => (
          <>
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th className="end">{t("script.version")}</Table.Th>
                  <Table.Th>{t("script.savedAt")}</Table.Th>
                  <Table.Th>{t("script.by")}</Table.Th>
                  <Table.Th>{t("script.comment")}</Table.Th>
                  <Table.Th>{t("script.language")}</Table.Th>
                  <Table.Th>SHA-256</Table.Th>
                  <Table.Th className="end">{t("script.bytes")}</Table.Th>
                  <Table.Th>{t("script.actions")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ version, at, by, comment, restored, copied, language, hash, bytes }) => (
                  <Table.Tr key={version}>
                    <Table.Td className="end">
                      {version}
                      {version === inForce && (
                        <Text size="xs" c="dimmed">
                          {t("script.inForce")}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <Time at={at} />
                    </Table.Td>
                    <Table.Td>{by ?? "–"}</Table.Td>
                    <Table.Td>
                      {comment}
                      {restored !== null && (
                        <Text size="xs" c="dimmed">
                          {t("script.restored", { version: restored })}
                        </Text>
                      )}
                      {copied !== null && (
                        <Text size="xs" c="dimmed">
                          {t("script.copied", copied)}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>{language}</Table.Td>
                    <Table.Td>
                      <span className="mono" title={hash}>
                        {hash.slice(0, 12)}
                      </span>
                    </Table.Td>
                    <Table.Td className="end">{bytes}</Table.Td>
                    <Table.Td>
                      <Group gap={4} wrap="nowrap">
                        {version > 1 && (
                          <Button
                            variant="default"
                            size="compact-xs"
                            aria-label={t("script.compareOf", { version })}
                            onClick={() => onCompare(version - 1, version)}
                          >
                            {t("script.compare")}
                          </Button>
                        )}
                        {mayEdit && version !== inForce && (
                          <Button
                            variant="default"
                            size="compact-xs"
                            aria-label={t("script.releaseOf", { version })}
                            onClick={() => setReleased(version)}
                          >
                            {t("script.release")}
                          </Button>
                        )}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Group gap="xs" mt="xs">
              {cursor !== null && (
                <Button variant="default" size="compact-sm" onClick={() => setCursor(null)}>
                  {t("script.newest")}
                </Button>
              )}
              {nextCursor !== null && (
                <Button variant="default" size="compact-sm" onClick={() => setCursor(nextCursor)}>
                  {t("script.more")}
                </Button>
              )}
            </Group>
          </>
        )}
      </QueryView>
      {released !== null && (
        <ReleaseDialog
          jobKey={jobKey}
          version={released}
          inForce={inForce}
          onClose={() => setReleased(null)}
        />
      )}
    </section>
  );
}
