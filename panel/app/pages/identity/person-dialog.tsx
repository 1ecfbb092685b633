import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import type { ApiAnswer } from "../../api/call-api.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useSession } from "../../session/use-session.ts";
import { AppNames } from "../../ui/names/app-names.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import type { Invitation } from "./link-dialog.tsx";
import { type Person, PERSON_ROLES, type PersonRole } from "./person.ts";
import { instantOf, UntilField } from "./until-field.tsx";

export interface PersonDialogProps {
  /** Whom it changes; `null` adds somebody. */
  readonly person: Person | null;
  readonly onClose: () => void;
  readonly onInvited: (invitation: Invitation) => void;
}

/** Adds somebody, or changes how they are shown and reached. */
export function PersonDialog({ person, onClose, onInvited }: PersonDialogProps): ReactElement {
  const { t } = useTranslation();
  const isLocal = useSession().data?.access === "local";
  const [name, setName] = useState(person?.name ?? "");
  const [displayName, setDisplayName] = useState(person?.displayName ?? "");
  const [email, setEmail] = useState(person?.email ?? "");
  const [isSuperadmin, setSuperadmin] = useState(person?.isSuperadmin ?? isLocal);
  const [role, setRole] = useState<PersonRole | null>("viewer");
  const [apps, setApps] = useState<readonly string[]>([]);
  const [payloads, setPayloads] = useState(true);
  const [until, setUntil] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const give = useApiChange("giveRole");
  const onFailed = (error: ApiError): void => setMistakes(fieldMistakes(error, "name"));
  const begin = async ({ invitation }: ApiAnswer<"addPerson">): Promise<void> => {
    if (role !== null && !isSuperadmin)
      // They are added, whether or not they get it: a notification says what keeps them from it.
      await give
        .mutateAsync({
          path: { name: name.trim() },
          body: { role, payloads, apps: apps.length === 0 ? null : apps, until: instantOf(until) },
        })
        .catch(() => {});
    // From the first person on nobody is let in without a sign-in, this page included: it is the reader who signs in now.
    if (isLocal) return location.assign(invitation.url);
    onInvited({ name, ...invitation });
    onClose();
  };
  const add = useApiChange("addPerson", { onDone: (added) => void begin(added), onFailed });
  const edit = useApiChange("editPerson", {
    onDone: () => {
      notifyDone(t("people.saved", { name }));
      onClose();
    },
    onFailed,
  });
  const shared = {
    ...(displayName.trim() !== "" && { displayName: displayName.trim() }),
    email: email.trim() === "" ? null : email.trim(),
    isSuperadmin,
  };
  return (
    <DialogForm
      title={person === null ? t("people.add") : t("people.editName", { name })}
      onClose={onClose}
      onSubmit={() =>
        person === null
          ? add.mutate({ body: { name: name.trim(), ...shared } })
          : edit.mutate({ path: { name: person.name }, body: shared })
      }
      submitText={t(person === null ? "people.add" : "common.save")}
      refusal={name.trim() === "" ? t("common.fillIn", { fields: t("people.name") }) : null}
      isPending={add.isPending || edit.isPending}
    >
      <TextInput
        label={t("people.name")}
        description={t("people.nameHint")}
        value={name}
        error={mistakes["name"]}
        disabled={person !== null}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label={t("people.displayName")}
        value={displayName}
        error={mistakes["displayName"]}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
        autoComplete="off"
      />
      <TextInput
        label={t("people.email")}
        value={email}
        error={mistakes["email"]}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoComplete="off"
        inputMode="email"
      />
      <Checkbox
        label={t("people.superadmin")}
        checked={isSuperadmin}
        onChange={(event) => setSuperadmin(event.currentTarget.checked)}
      />
      {person === null && !isSuperadmin && (
        <FirstRole role={role} apps={apps} onRole={setRole} onApps={setApps}>
          <Checkbox
            label={t("people.payloads")}
            checked={payloads}
            onChange={(event) => setPayloads(event.currentTarget.checked)}
          />
          <UntilField value={until} onChange={setUntil} />
        </FirstRole>
      )}
    </DialogForm>
  );
}

interface FirstRoleProps {
  readonly role: PersonRole | null;
  readonly apps: readonly string[];
  readonly onRole: (role: PersonRole | null) => void;
  readonly onApps: (apps: readonly string[]) => void;
  /** What else the role says. */
  readonly children: ReactNode;
}

/** What somebody may do from the start; more can be given later. */
function FirstRole({ role, apps, onRole, onApps, children }: FirstRoleProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        label={t("people.roleLabel")}
        value={role ?? ""}
        onChange={({ currentTarget: { value } }) => onRole(PERSON_ROLES.find((one) => one === value) ?? null)}
        data={[
          ...PERSON_ROLES.map((one) => ({
            value: one,
            label: `${t(`people.role.${one}`)}: ${t(`people.roleHint.${one}`)}`,
          })),
          { value: "", label: t("people.noRole") },
        ]}
      />
      {role !== null && (
        <>
          <AppNames
            label={t("people.appsLabel")}
            description={t("people.appsHint")}
            value={apps}
            onChange={onApps}
          />
          {children}
        </>
      )}
    </>
  );
}
