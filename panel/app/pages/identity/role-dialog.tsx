import { Checkbox, Radio, Stack } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { AppNames } from "../../ui/names/app-names.tsx";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import { PERSON_ROLES, type PersonRole } from "./person.ts";
import { instantOf, UntilField } from "./until-field.tsx";

export interface RoleDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Gives somebody a role: where, for how long and why. */
export function RoleDialog({ name, onClose }: RoleDialogProps): ReactElement {
  const { t } = useTranslation();
  const [role, setRole] = useState<PersonRole>("viewer");
  const [apps, setApps] = useState<readonly string[]>([]);
  const [payloads, setPayloads] = useState(true);
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const give = useApiChange("giveRole", {
    onDone: () => {
      notifyDone(t("people.given", { name }));
      onClose();
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "role")),
  });
  const submit = (): void =>
    give.mutate({
      path: { name },
      body: {
        role,
        payloads,
        apps: apps.length === 0 ? null : apps,
        until: instantOf(until),
        reason: reason.trim() === "" ? null : reason.trim(),
      },
    });
  return (
    <DialogForm
      title={t("people.giveTo", { name })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("people.giveDo")}
      isPending={give.isPending}
    >
      <Radio.Group
        label={t("people.roleLabel")}
        value={role}
        error={mistakes["role"]}
        onChange={(value) => setRole(value)}
      >
        <Stack gap={6} mt={4}>
          {PERSON_ROLES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`people.role.${one}`)}
              description={t(`people.roleHint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <AppNames
        label={t("people.appsLabel")}
        description={t("people.appsHint")}
        value={apps}
        error={mistakes["apps"]}
        onChange={setApps}
      />
      <Checkbox
        label={t("people.payloads")}
        checked={payloads}
        onChange={(event) => setPayloads(event.currentTarget.checked)}
      />
      <UntilField value={until} error={mistakes["until"]} onChange={setUntil} />
      <NoteField label={t("people.reason")} value={reason} onChange={setReason} />
    </DialogForm>
  );
}
