import { Group, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../session/use-may.ts";
import { Relative } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { Invitation } from "./link-dialog.tsx";
import { MembershipTag } from "./membership-tag.tsx";
import { PersonActs } from "./person-acts.tsx";
import type { Person } from "./person.ts";

export interface PersonRowProps {
  readonly person: Person;
  readonly onInvited: (invitation: Invitation) => void;
}

/** A person, their roles, and what can be done with them. */
export function PersonRow({ person, onInvited }: PersonRowProps): ReactElement {
  const { t } = useTranslation();
  const mayTake = useMay("members:edit");
  const { name, displayName, email, memberships, signedInAt } = person;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{displayName}</Text>
        <Text size="xs" c="dimmed">
          {[name, email].filter(Boolean).join(" · ")}
        </Text>
        <Group gap={4}>
          {person.isDisabled && <Tag isWarning>{t("people.disabledTag")}</Tag>}
          {!person.hasPassword && person.providers.length === 0 && <Tag>{t("people.noPassword")}</Tag>}
          {person.hasSecondFactor && <Tag>{t("people.factorTag")}</Tag>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          {person.isSuperadmin && <Tag hint={t("people.superadmin")}>{t("people.superadminTag")}</Tag>}
          {memberships.map((membership) => (
            <MembershipTag key={membership.id} name={name} membership={membership} mayTake={mayTake} />
          ))}
          {!person.isSuperadmin && memberships.length === 0 && (
            <Text size="sm" c="dimmed">
              {t("people.noRole")}
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" {...(signedInAt === null && { c: "dimmed" })} className="nowrap">
          {signedInAt === null ? t("people.never") : <Relative at={signedInAt} />}
        </Text>
      </Table.Td>
      <Table.Td>
        <PersonActs person={person} onInvited={onInvited} />
      </Table.Td>
    </Table.Tr>
  );
}
