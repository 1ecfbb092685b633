import { Button, Group, Table, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Time } from "../../../time/time.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

const PAGE = 20;

type Version = Operations["listScriptVersions"]["answer"]["items"][number];

export interface ScriptHistoryProps {
  readonly jobKey: string;
  readonly app: string;
  /** The version in force. */
  readonly inForce: number;
  readonly onCompare: (from: number, to: number) => void;
  /** Shows a draft where it can be changed. */
  readonly onEdit: (version: number) => void;
}

/** Every version of a script, the newest first: who saved it, when and why. */
export function ScriptHistory({ jobKey, app, inForce, onCompare, onEdit }: ScriptHistoryProps): ReactElement {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<string | null>(null);
  const [released, setReleased] = useState<Version | null>(null);
  const refusal = useRefusal("work:edit", app);
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
                {items.map((version) => (
                  <VersionRow
                    key={version.version}
                    version={version}
                    inForce={inForce}
                    onCompare={onCompare}
                    onEdit={version.draft ? () => onEdit(version.version) : null}
                    refusal={refusal}
                    onRelease={() => setReleased(version)}
                  />
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
          version={released.version}
          isDraft={released.draft}
          inForce={inForce}
          onClose={() => setReleased(null)}
        />
      )}
    </section>
  );
}

interface VersionRowProps extends Pick<ScriptHistoryProps, "inForce" | "onCompare"> {
  readonly version: Version;
  /** Why nothing can be done with it; `null` where it can. */
  readonly refusal: string | null;
  /** `null` for what is no draft. */
  readonly onEdit: (() => void) | null;
  readonly onRelease: () => void;
}

function VersionRow({
  version: shown,
  inForce,
  onCompare,
  refusal,
  onEdit,
  onRelease,
}: VersionRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { version, draft, at, by, comment, language, hash, bytes } = shown;
  // A draft is to take the place of what is in force; another version took that of the one before it.
  const before = draft ? inForce : version - 1;
  const compareOf = t(draft ? "script.draftCompareOf" : "script.compareOf", { version });
  return (
    <Table.Tr>
      <Table.Td className="end">
        {version}
        {(version === inForce || draft) && (
          <Text size="xs" c="dimmed">
            {t(draft ? "script.draft" : "script.inForce")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>{by === null ? "–" : nameOf(by)}</Table.Td>
      <Table.Td>
        {comment}
        <Origin version={shown} />
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
          {before > 0 && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={compareOf}
              onClick={() => onCompare(before, version)}
            >
              {t("script.compare")}
            </Button>
          )}
          {onEdit !== null && (
            <RefusableButton
              variant="default"
              size="compact-xs"
              refusal={refusal}
              aria-label={t("script.draftEditOf", { version })}
              onClick={onEdit}
            >
              {t("script.draftEdit")}
            </RefusableButton>
          )}
          {version !== inForce && (
            <RefusableButton
              refusal={refusal}
              variant="default"
              size="compact-xs"
              aria-label={t(draft ? "script.draftReleaseOf" : "script.releaseOf", { version })}
              onClick={onRelease}
            >
              {t(draft ? "script.draftRelease" : "script.release")}
            </RefusableButton>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Where a text was before. */
function Origin({ version: { restored, copied } }: { readonly version: Version }): ReactElement {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
