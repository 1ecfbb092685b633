import { Checkbox, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useSession } from "../../session/use-session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import type { Invitation } from "./link-dialog.tsx";
import type { Person } from "./person.ts";

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
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const onFailed = (error: ApiError): void => setMistakes(fieldMistakes(error, "name"));
  const add = useApiChange("addPerson", {
    onDone: ({ invitation }) => {
      // From the first person on nobody is let in without a sign-in, this page included: it is the reader who signs in now.
      if (isLocal) return location.assign(invitation.url);
      onInvited({ name, ...invitation });
      onClose();
    },
    onFailed,
  });
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
    </DialogForm>
  );
}
