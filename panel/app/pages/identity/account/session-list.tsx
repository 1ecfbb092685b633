import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { useMay } from "../../../session/use-may.ts";
import { useSession } from "../../../session/use-session.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";

type OpenSession = ApiAnswer<"listSessions">["items"][number];
const METHODS = ["password", "oidc", "link", "token"] as const;

/** The sessions that are open: one's own, or with all rights everybody's. */
export function SessionList(): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  const seesAll = useMay("deployment:edit");
  const isPerson = useSession().data?.account != null;
  const sessions = useApi("listSessions", {});
  const endAll = useApiChange("endSessions", { onDone: () => void client.resetQueries() });
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2}>{t(seesAll ? "people.account.allSessions" : "people.account.sessions")}</Title>
        {isPerson && (
          <Button
            size="compact-sm"
            variant="default"
            loading={endAll.isPending}
            onClick={() => endAll.mutate({ body: {} })}
          >
            {t("people.account.everywhere")}
          </Button>
        )}
      </Group>
      <QueryView query={sessions}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("people.account.noSessions")}
            </Text>
          ) : (
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("people.account.who")}</Table.Th>
                  <Table.Th>{t("people.account.from")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("people.account.opened")}</Table.Th>
                  <Table.Th visibleFrom="xs">{t("people.account.usedAt")}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
    </Stack>
  );
}

function SessionRow({ session }: { readonly session: OpenSession }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { id, who, method, agent, openedAt, usedAt, isOwn } = session;
  const address = session.address ?? t("people.account.unknown");
  const end = useApiChange("endOtherSession", { onDone: () => notifyDone(t("people.account.ended")) });
  const known = METHODS.find((one) => one === method);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{nameOf(who)}</Text>
        <Text size="xs" c="dimmed">
          {known === undefined ? method : t(`people.account.method.${known}`)}
        </Text>
        {isOwn && <Tag>{t("people.account.own")}</Tag>}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{address}</Text>
        <Text size="xs" c="dimmed" lineClamp={1} {...(agent !== null && { title: agent })}>
          {agent}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={openedAt} />
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Text size="sm" className="nowrap">
          <Relative at={usedAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        {!isOwn && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t("people.account.endName", { who: nameOf(who), address })}
            loading={end.isPending}
            onClick={() => end.mutate({ path: { id } })}
          >
            {t("people.account.end")}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
