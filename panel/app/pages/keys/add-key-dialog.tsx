import { Code, Text, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fieldMistakes, type FieldMistakes } from "../../api/field-mistakes.ts";

/** Makes a key, and prints the public half that is wanted here. */
const COMMANDS = `openssl genpkey -algorithm ed25519 -out worker.pem
openssl pkey -in worker.pem -pubout`;

/** Registers the public half of a key that stays with its executor. */
export function AddKeyDialog({
  app,
  onClose,
}: {
  readonly app: string;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const [executor, setExecutor] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const add = useApiChange("addExecutorKey", {
    onDone: ({ keyid }) => {
      notifyDone(t("keys.added", { keyid }));
      onClose();
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "publicKey")),
  });
  const submit = (): void => {
    const name = executor.trim();
    add.mutate({
      path: { app },
      body: { publicKey: publicKey.trim(), ...(name !== "" && { executor: name }) },
    });
  };
  return (
    <DialogForm
      title={t("keys.addTo", { app })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("keys.add")}
      refusal={publicKey.trim() === "" ? t("common.fillIn", { fields: t("keys.publicKey") }) : null}
      isPending={add.isPending}
    >
      <Text size="sm" c="dimmed">
        {t("keys.addHint")}
      </Text>
      <Code block>{COMMANDS}</Code>
      <Textarea
        label={t("keys.publicKey")}
        placeholder="-----BEGIN PUBLIC KEY-----"
        classNames={{ input: "mono" }}
        autosize
        minRows={3}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
        value={publicKey}
        error={mistakes["publicKey"]}
        onChange={({ currentTarget: { value } }) => {
          setPublicKey(value);
          setMistakes({});
        }}
      />
      <TextInput
        label={t("keys.executorName")}
        description={t("keys.executorHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        spellCheck={false}
        value={executor}
        error={mistakes["executor"]}
        onChange={({ currentTarget: { value } }) => {
          setExecutor(value);
          setMistakes({});
        }}
      />
    </DialogForm>
  );
}
