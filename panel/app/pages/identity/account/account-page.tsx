import { Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useSession } from "../../../session/use-session.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { MembershipTag } from "../membership-tag.tsx";
import type { Person } from "../person.ts";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "../../../session/second-factor.tsx";
import { SessionList } from "./session-list.tsx";

/** The rights of a person, their ways to sign in, and where they are signed in. */
export function AccountPage(): ReactElement {
  const { t } = useTranslation();
  const isPerson = useSession().data?.account != null;
  const account = useApi("getAccount", {}, { enabled: isPerson });
  return (
    <Page title={t("people.account.title")}>
      {isPerson ? (
        <QueryView query={account}>{(person) => <Account person={person} />}</QueryView>
      ) : (
        <EmptyState title={t("people.account.notPerson")} />
      )}
      <SessionList />
    </Page>
  );
}

function Account({ person }: { readonly person: Person }): ReactElement {
  const { t } = useTranslation();
  const { name, memberships } = person;
  return (
    <Stack gap="lg" maw={560}>
      <Text size="sm">{t("people.account.signedInAs", { name })}</Text>
      <Stack gap="xs" component="section">
        <Title order={2}>{t("people.account.roles")}</Title>
        <Group gap={6}>
          {person.isSuperadmin && <Tag>{t("people.superadminTag")}</Tag>}
          {memberships.map((membership) => (
            <MembershipTag key={membership.id} name={name} membership={membership} mayTake={false} />
          ))}
          {!person.isSuperadmin && memberships.length === 0 && (
            <Text size="sm" c="dimmed">
              {t("people.noRole")}
            </Text>
          )}
        </Group>
      </Stack>
      <NameForm person={person} />
      {person.hasPassword && <PasswordForm name={name} />}
      {person.hasPassword && <SecondFactor isOn={person.hasSecondFactor} />}
    </Stack>
  );
}

function NameForm({ person }: { readonly person: Person }): ReactElement {
  const { t } = useTranslation();
  const [displayName, setDisplayName] = useState(person.displayName);
  const save = useApiChange("editAccount", { onDone: () => notifyDone(t("people.account.nameSaved")) });
  const isSame = displayName.trim() === person.displayName;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame && displayName.trim() !== "") save.mutate({ body: { displayName: displayName.trim() } });
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          label={t("people.displayName")}
          flex={1}
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
          autoComplete="name"
        />
        <RefusableButton
          type="submit"
          variant="default"
          loading={save.isPending}
          refusal={displayName.trim() === "" ? t("common.fillIn", { fields: t("people.displayName") }) : null}
        >
          {t("people.account.saveName")}
        </RefusableButton>
      </Group>
    </form>
  );
}
