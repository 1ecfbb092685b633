import { ActionIcon, Group, Menu, Text } from "@mantine/core";
import { Ellipsis } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import type { Invitation } from "./link-dialog.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import type { Person } from "./person.ts";
import { RoleDialog } from "./role-dialog.tsx";

export interface PersonActsProps {
  readonly person: Person;
  readonly onInvited: (invitation: Invitation) => void;
}

/** The acts on a person: those that end something ask first. */
export function PersonActs({ person, onInvited }: PersonActsProps): ReactElement {
  const { t } = useTranslation();
  const mayGive = useMay("members:edit");
  const mayEdit = useMay("deployment:edit");
  const [dialog, setDialog] = useState<"role" | "edit" | "disable" | "remove" | null>(null);
  const close = (): void => setDialog(null);
  const { name } = person;
  const path = { name };
  const done = (text: string) => ({
    onDone: () => {
      notifyDone(text);
      close();
    },
  });
  const invite = useApiChange("invitePerson", { onDone: (link) => onInvited({ name, ...link }) });
  const enable = useApiChange("editPerson", done(t("people.enabled", { name })));
  const disable = useApiChange("editPerson", done(t("people.disabled", { name })));
  const remove = useApiChange("removePerson", done(t("people.removed", { name })));
  const signOut = useApiChange("endSessions", done(t("people.signedOut", { name })));
  const removeFactor = useApiChange("removePersonSecondFactor", done(t("people.factorRemoved", { name })));
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      <RefusableButton
        size="compact-xs"
        variant="default"
        visibleFrom="xs"
        aria-label={t("people.giveTo", { name })}
        refusal={mayGive ? null : t("people.needs", { permission: "members:edit" })}
        onClick={() => setDialog("role")}
      >
        {t("people.give")}
      </RefusableButton>
      {(mayEdit || mayGive) && (
        <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t("people.more", { name })} title={t("people.more", { name })}>
              <Ellipsis size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item hiddenFrom="xs" disabled={!mayGive} onClick={() => setDialog("role")}>
              {t("people.give")}
            </Menu.Item>
            {mayEdit && (
              <>
                <Menu.Item onClick={() => setDialog("edit")}>{t("people.edit")}</Menu.Item>
                <Menu.Item onClick={() => invite.mutate({ path, body: {} })}>{t("people.invite")}</Menu.Item>
                <Menu.Item onClick={() => signOut.mutate({ body: { name } })}>
                  {t("people.signOut")}
                </Menu.Item>
                {person.hasSecondFactor && (
                  <Menu.Item onClick={() => removeFactor.mutate({ path })}>
                    {t("people.removeFactor")}
                  </Menu.Item>
                )}
                {person.isDisabled ? (
                  <Menu.Item onClick={() => enable.mutate({ path, body: { isDisabled: false } })}>
                    {t("people.enable")}
                  </Menu.Item>
                ) : (
                  <Menu.Item onClick={() => setDialog("disable")}>{t("people.disable")}</Menu.Item>
                )}
                <Menu.Item color="red" onClick={() => setDialog("remove")}>
                  {t("people.remove")}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === "role" && <RoleDialog name={name} onClose={close} />}
      {dialog === "edit" && <PersonDialog person={person} onClose={close} onInvited={onInvited} />}
      {dialog === "disable" && (
        <DialogForm
          title={t("people.disableName", { name })}
          onClose={close}
          onSubmit={() => disable.mutate({ path, body: { isDisabled: true } })}
          submitText={t("people.disable")}
          isDestructive
          isPending={disable.isPending}
        >
          <Text size="sm">{t("people.disableHint")}</Text>
        </DialogForm>
      )}
      {dialog === "remove" && (
        <DialogForm
          title={t("people.removeName", { name })}
          onClose={close}
          onSubmit={() => remove.mutate({ path })}
          submitText={t("people.remove")}
          isDestructive
          isPending={remove.isPending}
        >
          <Text size="sm">{t("people.removeHint")}</Text>
        </DialogForm>
      )}
    </Group>
  );
}
