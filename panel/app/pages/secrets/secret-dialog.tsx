import { PasswordInput, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";
import type { Secret } from "./secret.ts";

export interface SecretDialogProps {
  /** The one that gets another value; `null` creates one. */
  readonly secret: Pick<Secret, "app" | "name"> | null;
  readonly onClose: () => void;
}

/** Takes a value once; nothing shows it again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps): ReactElement {
  const { t } = useTranslation();
  const [app, setApp] = useState("");
  const [name, setName] = useState(secret?.name ?? "");
  const [value, setValue] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const onFailed = (error: ApiError): void => setMistakes(fieldMistakes(error, "value"));
  const done = (text: string): void => {
    notifyDone(text);
    onClose();
  };
  const create = useApiChange("createSecret", {
    onDone: () => done(t("secrets.created", { name })),
    onFailed,
  });
  const replace = useApiChange("replaceSecret", {
    onDone: () => done(t("secrets.replaced", { name })),
    onFailed,
  });
  const missing = [
    ...(secret === null && app.trim() === "" ? [t("secrets.app")] : []),
    ...(secret === null && name.trim() === "" ? [t("secrets.name")] : []),
    ...(value === "" ? [t("secrets.value")] : []),
  ];
  return (
    <DialogForm
      title={secret === null ? t("secrets.create") : t("secrets.replaceName", { name })}
      onClose={onClose}
      onSubmit={() =>
        secret === null
          ? create.mutate({ body: { app: app.trim(), name: name.trim(), value } })
          : replace.mutate({ path: { app: secret.app, name: secret.name }, body: { value } })
      }
      submitText={t(secret === null ? "secrets.createDo" : "secrets.replace")}
      refusal={
        missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
      }
      isPending={create.isPending || replace.isPending}
    >
      {secret === null ? (
        <>
          <TextInput
            label={t("secrets.app")}
            value={app}
            error={mistakes["app"]}
            onChange={(event) => setApp(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            label={t("secrets.name")}
            description={t("secrets.nameHint")}
            className="mono-input"
            value={name}
            error={mistakes["name"]}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t("secrets.replaceHint")}
        </Text>
      )}
      <PasswordInput
        label={t("secrets.value")}
        description={t("secrets.valueHint")}
        value={value}
        error={mistakes["value"]}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setMistakes({});
        }}
        visibilityToggleButtonProps={{ "aria-label": t("secrets.show") }}
        // A browser's password manager has no business here.
        autoComplete="new-password"
      />
    </DialogForm>
  );
}
