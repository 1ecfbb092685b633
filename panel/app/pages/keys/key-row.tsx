import { Group, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Relative, Time } from "../../time/time.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { ExecutorKey } from "./executor-key.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { RemoveKeyDialog } from "./remove-key-dialog.tsx";

export interface KeyRowProps {
  readonly app: string;
  readonly shown: ExecutorKey;
  /** The other keys of the same executor. */
  readonly others: readonly ExecutorKey[];
  /** Why it cannot be removed; `null` where it can. */
  readonly refusal: string | null;
}

/** A key by the id that signatures name it with, and whether it is in use. */
export function KeyRow({ app, shown, others, refusal }: KeyRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const [isRemoving, removing] = useDisclosure(false);
  const { keyid, executor, at, by, usedAt } = shown;
  return (
    <Table.Tr>
      <Table.Td>
        {executor === null ? (
          <Text size="sm" c="dimmed">
            {t("keys.everyExecutor")}
          </Text>
        ) : (
          <Text size="sm" className="mono">
            {executor}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" className="mono">
            {keyid}
          </Text>
          <CopyButton label={t("keys.copy", { keyid })} text={() => keyid} />
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Time at={at} />
        {by !== null && (
          <Text size="xs" c="dimmed">
            {t("keys.by", { by: nameOf(by) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {usedAt === null ? (
          <Text size="sm" c="dimmed" className="nowrap">
            {t("keys.unused")}
          </Text>
        ) : (
          <Text size="sm" className="nowrap">
            <Relative at={usedAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end">
        <RefusableButton
          refusal={refusal}
          size="compact-xs"
          variant="default"
          aria-label={t("keys.removeOf", { keyid })}
          onClick={removing.open}
        >
          {t("keys.remove")}
        </RefusableButton>
        {isRemoving && (
          <RemoveKeyDialog app={app} removed={shown} hasOther={others.length > 0} onClose={removing.close} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
